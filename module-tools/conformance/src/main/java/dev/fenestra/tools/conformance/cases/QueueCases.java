package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.WcStatus.WR_FLUSH_ERR;

import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseHost;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.QpConnection;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.CompletionChannel;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.CqSpec;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.Send;
import dev.fenestra.uverbs.request.SendBuilder;
import java.util.ArrayList;
import java.util.List;

/**
 * Which completions exist, in which CQ, and for how long. What remains of a batch that is dropped.
 */
final class QueueCases {
    private static final int ENTRIES = 8;
    private static final int ROUNDS = 3;
    private static final int TRIES = 64;

    private QueueCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                ConformanceCase.of("QUE-apart", "sends and receives complete each in their CQ", QueueCases::apart),
                ConformanceCase.of("QUE-signal-all", "with sq_sig_all every request completes", b -> signals(b, true)),
                ConformanceCase.of("QUE-unsignaled", "without it only signaled ones do", b -> signals(b, false)),
                ConformanceCase.of("QUE-order", "completions come in the order of the posts", QueueCases::order),
                ConformanceCase.of("QUE-abort", "a batch that is dropped leaves nothing behind", QueueCases::abort),
                ConformanceCase.of("QUE-batch", "nothing of a batch leaves before it is complete", QueueCases::batch),
                ConformanceCase.of(
                        "QUE-destroyed",
                        "completions of a QP that is gone are gone, and no others",
                        b -> gone(b, true)),
                ConformanceCase.of(
                        "QUE-reset", "a reset takes a QP's sends and receives, and no others", b -> gone(b, false)),
                ConformanceCase.of("QUE-again", "after a reset the queues begin at 0", QueueCases::again),
                ConformanceCase.of("QUE-again-sends", "and forget the sends that waited", QueueCases::sendsAgain),
                ConformanceCase.of("QUE-flush", "in ERR all is flushed in order, each in its CQ", QueueCases::flush)
                        .breaking("Q1"),
                ConformanceCase.of(
                                "QUE-flush-posted",
                                "what was posted before is flushed too, sent or not",
                                QueueCases::flushPosted)
                        .breaking("Q1"),
                ConformanceCase.of("QUE-vector", "a CQ tells by a vector that the device has", QueueCases::vector)
                        .breaking("CQ-2")
                        .needing(Requirement.EVENTS));
    }

    private static QpSpec spec(CaseHost host, CompletionQueue send, CompletionQueue receive) {
        return QpSpec.rc(send, receive).maxSend(ENTRIES).maxRecv(ENTRIES);
    }

    /** How many completions a CQ holds when all outstanding requests are complete. */
    private static Completions settled(CaseBench b, CompletionQueue cq) {
        b.alice().await(CaseSteps.ping(b));
        Completions block = new Completions(4 * ENTRIES);
        cq.poll(block);
        return block;
    }

    private static List<Long> ids(Completions block) {
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < block.size(); i++) {
            ids.add(block.wrId(i));
        }
        return ids;
    }

    private static void apart(CaseBench b) {
        CompletionQueue sends = b.bob().createCq(ENTRIES);
        CompletionQueue receives = b.bob().createCq(ENTRIES);
        QpConnection connection = b.connectionTo(b.bob().createQp(b.bob().pd(), spec(b.bob(), sends, receives)));
        long receive = connection.bob().receive(b.bob().slice(0, 8));
        long peers = connection.alice().receive(b.alice().slice(0, 8));
        b.expect().succeeds("send", connection.alice().send(8));
        Send send = Send.of(b.wrId(), b.bob().slice(0, 8));
        connection.bob().post(send);
        b.expect().succeeds("peer's receive", connection.alice().await(peers));
        b.expect().same("in the send CQ", List.of(send.wrId()), ids(settled(b, sends)));
        b.expect().same("in the receive CQ", List.of(receive), ids(settled(b, receives)));
    }

    private static void signals(CaseBench b, boolean isAll) {
        CompletionQueue sends = b.alice().createCq(ENTRIES);
        QpSpec spec = spec(b.alice(), sends, b.alice().cq()).signalAll(isAll);
        QpConnection connection = b.connectionFrom(b.alice().createQp(b.alice().pd(), spec));
        List<Long> expected = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            long receive = connection.bob().receive();
            long wrId = b.wrId();
            boolean isSignaled = i == 1;
            b.expect()
                    .posted(connection
                            .alice()
                            .qp()
                            .builder()
                            .start()
                            .request(wrId, isSignaled ? SendFlag.SIGNALED : 0)
                            .send()
                            .complete());
            b.expect().succeeds("receive", connection.bob().await(receive));
            if (isAll || isSignaled) {
                expected.add(wrId);
            }
        }
        b.expect().same("completions", expected, ids(settled(b, sends)));
    }

    private static void order(CaseBench b) {
        CompletionQueue sends = b.alice().createCq(ENTRIES);
        QpConnection connection = b.connectionFrom(b.alice()
                .createQp(b.alice().pd(), spec(b.alice(), sends, b.alice().cq())));
        RemoteBuffer target = b.bob().openRegion().remote().slice(0, 64);
        List<Long> posted = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            long write = b.wrId();
            long read = b.wrId();
            SendBuilder builder = connection.alice().qp().builder().start();
            builder.request(write, SendFlag.SIGNALED)
                    .rdmaWrite(target.rkey(), target.address())
                    .sge(b.alice().region(), b.alice().region().address(), 8);
            builder.request(read, SendFlag.SIGNALED)
                    .rdmaRead(target.rkey(), target.address())
                    .sge(b.alice().region(), b.alice().region().address() + 64, 8);
            b.expect().posted(builder.complete());
            posted.addAll(List.of(write, read));
        }
        Completions last = new Completions(1);
        List<Long> seen = new ArrayList<>();
        while (seen.size() < posted.size()) {
            Completion next = sends.await(b.patience());
            b.expect().succeeds("request", next);
            seen.add(next.wrId());
        }
        b.expect().same("completions", posted, seen);
        b.expect().same("and no more", 0, sends.poll(last));
    }

    private static void abort(CaseBench b) {
        QpConnection connection = b.connection();
        long receive = connection.bob().receive(b.bob().slice(0, 8));
        for (int i = 0; i < 2 * ENTRIES; i++) {
            SendBuilder dropped = connection.alice().qp().builder().start();
            dropped.request(b.wrId(), SendFlag.SIGNALED)
                    .send()
                    .sge(b.alice().region(), b.alice().region().address(), 4);
            dropped.request(b.wrId(), SendFlag.SIGNALED)
                    .rdmaWrite(0, 0)
                    .sge(b.alice().region(), b.alice().region().address(), 4);
            dropped.abort();
        }
        Send send = Send.of(b.wrId(), b.alice().slice(0, 8));
        b.expect().succeeds("the send behind it", connection.alice().attempt(send));
        Completion.Done received = connection.bob().await(receive).orThrow();
        b.expect().same("bytes received", 8, received.byteLength());
        b.expect().same("completions left", 0, b.alice().cq().poll(new Completions(1)));
        b.expect().landed(0, 8);
    }

    private static void batch(CaseBench b) {
        QpConnection connection = b.connection();
        long receive = connection.bob().receive(b.bob().slice(0, 8));
        long wrId = b.wrId();
        SendBuilder open = connection.alice().qp().builder().start().request(wrId, SendFlag.SIGNALED);
        open.send().sge(b.alice().region(), b.alice().region().address(), 8);
        b.expect().same("received before", 0, settled(b, b.bob().cq()).size());
        b.expect().posted(open.complete());
        b.expect().succeeds("send", connection.alice().await(wrId));
        b.expect().succeeds("receive", connection.bob().await(receive));
    }

    /** Two QPs of bob have sends and receives in one CQ, and one QP is destroyed. */
    private static void gone(CaseBench b, boolean isDestroyed) {
        CompletionQueue cq = b.bob().createCq(2 * ENTRIES);
        QpConnection first = b.connectionTo(b.bob().createQp(b.bob().pd(), spec(b.bob(), cq, cq)));
        QpConnection second = b.connectionTo(b.bob().createQp(b.bob().pd(), spec(b.bob(), cq, cq)));
        List<Long> staying = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            CaseSteps.exchange(b, first);
            staying.addAll(CaseSteps.exchange(b, second));
        }
        if (isDestroyed) {
            first.bob().qp().close();
        } else {
            first.bob().qp().reset();
        }
        b.expect().same("completions left", staying, ids(settled(b, cq)));
    }

    private static void again(CaseBench b) {
        QpConnection connection = b.connection();
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < round + 1; i++) {
                connection.bob().receive(b.bob().slice(4096, 8));
            }
            connection.reconnect();
            long receive = connection.bob().receive(b.bob().slice(0, 8));
            b.expect().succeeds("send", connection.alice().send(8));
            b.expect()
                    .same("the first receive", receive, CaseSteps.next(b.bob()).wrId());
        }
        b.expect().landed(0, 8);
    }

    /** They wait for receives that are never posted. */
    private static void sendsAgain(CaseBench b) {
        QpConnection connection = b.connection();
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < round + 1; i++) {
                connection.alice().post(Send.of(b.wrId(), b.alice().slice(8, 8)));
            }
            connection.reconnect();
            connection.bob().receive(b.bob().slice(0, 8));
            Send send = Send.of(b.wrId(), b.alice().slice(0, 8));
            connection.alice().post(send);
            Completion first = CaseSteps.next(b.alice());
            b.expect().succeeds("send", first);
            b.expect().same("the first send", send.wrId(), first.wrId());
        }
    }

    private static void flush(CaseBench b) {
        CompletionQueue sends = b.bob().createCq(ENTRIES);
        CompletionQueue receives = b.bob().createCq(ENTRIES);
        QpConnection connection = b.connectionTo(b.bob().createQp(b.bob().pd(), spec(b.bob(), sends, receives)));
        connection.bob().qp().modify(CaseSteps.toError());
        QueuePair qp = connection.bob().qp();
        for (int i = 0; i < ROUNDS; i++) {
            Send send = Send.of(b.wrId(), b.bob().slice(0, 8));
            connection.bob().post(send);
            long receive = connection.bob().receive(b.bob().slice(0, 8));
            flushed(b, "send", sends.await(b.patience()), send.wrId(), qp);
            flushed(b, "receive", receives.await(b.patience()), receive, qp);
        }
        b.expect().same("QP", QpState.ERR, connection.bob().state());
        b.expect().broke("Q1");
    }

    /** The first request waits for a receive of the peer, the others wait for the first. */
    private static void flushPosted(CaseBench b) {
        QpConnection connection = b.connection();
        List<Long> posted = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            Send send = Send.of(b.wrId(), b.alice().slice(0, 8));
            connection.alice().post(send);
            posted.add(send.wrId());
        }
        b.alice().cq().poll(new Completions(1));
        for (int i = 0; i < ROUNDS; i++) {
            posted.add(connection.alice().receive(b.alice().slice(0, 8)));
        }
        connection.alice().qp().modify(CaseSteps.toError());
        for (long wrId : posted) {
            flushed(
                    b,
                    "request " + wrId,
                    connection.alice().await(wrId),
                    wrId,
                    connection.alice().qp());
        }
        b.expect().broke("Q1");
    }

    private static void vector(CaseBench b) {
        CompletionChannel channel = b.bob().context().createCompletionChannel();
        int vectors = b.bob().context().completionVectors();
        b.expect()
                .refusedCall(
                        "create_cq",
                        "CQ-2",
                        Errno.EINVAL,
                        () -> b.bob()
                                .context()
                                .createCq(CqSpec.of(1).channel(channel).vector(vectors)));
    }

    private static void flushed(CaseBench b, String what, Completion seen, long wrId, QueuePair qp) {
        b.expect().same(what, WR_FLUSH_ERR, seen.status());
        b.expect().same(what + ": wr_id", wrId, seen.wrId());
        b.expect().holds(what + ": qp_num", seen.qpNumber() == qp.number());
    }
}
