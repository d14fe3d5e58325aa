package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;

import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.QpConnection;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.request.PostException;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.Send;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A QP whose sends and receives complete in two CQs, and what stays in them when it is destroyed. Queues that accept
 * nothing, or a part of a list.
 */
final class ApartCases {
    private static final int ENTRIES = 8;
    private static final int THREADS = 3;

    private ApartCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                ConformanceCase.of(
                        "QUE-destroyed-apart", "a QP that is gone leaves nothing in either CQ", b -> gone(b, true)),
                ConformanceCase.of("QUE-reset-apart", "nor does one that was reset", b -> gone(b, false)),
                ConformanceCase.of(
                        "QUE-reset-receive", "a QP that is back in RESET takes no request", ApartCases::postsInReset),
                ConformanceCase.of("QUE-threads", "a queue serves one thread after another", ApartCases::threads),
                ConformanceCase.of(
                        "QUE-reset-init", "in INIT it does; another reset drops it", ApartCases::receiveInInit),
                ConformanceCase.of(
                        "QUE-list-stops", "a list after a builder's batch keeps its good requests", ApartCases::list));
    }

    private static QpConnection connection(CaseBench b, CompletionQueue sends, CompletionQueue receives) {
        QpSpec spec = QpSpec.rc(sends, receives).maxSend(ENTRIES).maxRecv(ENTRIES);
        return b.connectionTo(b.bob().createQp(b.bob().pd(), spec));
    }

    private static void gone(CaseBench b, boolean isDestroyed) {
        CompletionQueue sends = b.bob().createCq(ENTRIES);
        CompletionQueue receives = b.bob().createCq(ENTRIES);
        QpConnection going = connection(b, sends, receives);
        QpConnection staying = connection(b, sends, receives);
        CaseSteps.exchange(b, going);
        List<Long> kept = CaseSteps.exchange(b, staying);
        CaseSteps.exchange(b, going);
        if (isDestroyed) {
            going.bob().qp().close();
        } else {
            going.bob().qp().reset();
        }
        b.expect().same("left in the send CQ", List.of(kept.get(1)), ids(sends));
        b.expect().same("left in the receive CQ", List.of(kept.get(0)), ids(receives));
    }

    private static List<Long> ids(CompletionQueue cq) {
        Completions block = new Completions(2 * ENTRIES);
        int count = cq.poll(block);
        return IntStream.range(0, count).mapToObj(block::wrId).toList();
    }

    private static void postsInReset(CaseBench b) {
        QpConnection connection = b.connection();
        QueuePair bob = connection.bob().qp();
        connection.bob().receive(b.bob().slice(4096, 8));
        bob.reset();
        int lkey = b.bob().region().lkey();
        long address = b.bob().region().address();
        b.expect().same("post_recv", Errno.EINVAL.code(), bob.postRecv(b.wrId(), lkey, address, 8));
        int errno = bob.builder()
                .start()
                .request(b.wrId(), SendFlag.SIGNALED)
                .send()
                .sge(lkey, address, 8)
                .complete();
        b.expect().same("post_send", Errno.EINVAL.code(), errno);
    }

    /**
     * Each thread posts, drops a batch, posts a receive and polls. A lock that one thread keeps would stop the next
     * one.
     */
    private static void threads(CaseBench b) {
        QpConnection connection = b.connection();
        int lkey = b.alice().region().lkey();
        long address = b.alice().region().address();
        for (int i = 0; i < THREADS; i++) {
            long receive = connection.bob().receive(b.bob().slice(8, 8));
            long wrId = b.wrId();
            Thread one = new Thread(() -> {
                QueuePair alice = connection.alice().qp();
                alice.builder()
                        .start()
                        .request(wrId + 1, SendFlag.SIGNALED)
                        .send()
                        .abort();
                alice.builder()
                        .start()
                        .request(wrId, SendFlag.SIGNALED)
                        .send()
                        .sge(lkey, address, 8)
                        .complete();
                alice.postRecv(wrId, lkey, address, 8);
                b.alice().cq().poll(new Completions(1));
            });
            one.setDaemon(true);
            one.start();
            b.expect().holds("thread " + i + " comes through", ends(one));
            b.expect().succeeds("receive", connection.bob().await(receive));
        }
    }

    private static boolean ends(Thread thread) {
        try {
            return thread.join(CaseSteps.PATIENCE);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static void receiveInInit(CaseBench b) {
        QpConnection connection = b.newConnection();
        connection.bob().receive(b.bob().slice(4096, 8));
        QueuePair bob = connection.bob().qp();
        bob.reset();
        bob.modify(QpAttributes.to(QpState.INIT).pkeyIndex(0).port(1).access(REMOTE_WRITE.bit()));
        long first = connection.bob().receive(b.bob().slice(0, 8));
        connection.reconnect();
        long second = connection.bob().receive(b.bob().slice(8, 8));
        b.expect().holds("another receive", first != second);
        b.expect().succeeds("send", connection.alice().send(8));
        b.expect().same("the first receive", second, CaseSteps.next(b.bob()).wrId());
        b.expect()
                .same(
                        "bytes that the receive of before would have got",
                        b.bob().fill(),
                        b.bob().memory().get(0, 1)[0]);
    }

    private static void list(CaseBench b) {
        QpConnection connection = b.connection();
        var target = b.bob().openRegion().remote().slice(0, 8);
        int key = b.alice().region().lkey();
        long from = b.alice().region().address();
        for (int round = 0; round < ENTRIES; round++) {
            long first = b.wrId();
            b.expect()
                    .posted(connection
                            .alice()
                            .qp()
                            .builder()
                            .start()
                            .request(first, SendFlag.SIGNALED)
                            .rdmaWrite(target.rkey(), target.address())
                            .sge(key, from, 8)
                            .complete());
            RdmaWrite good = RdmaWrite.of(b.wrId(), target, b.alice().slice(0, 8));
            int pieces = connection.alice().qp().capacity().maxSendSge() + 1;
            Send bad = Send.of(
                    b.wrId(), Collections.nCopies(pieces, b.alice().slice(0, 1)).toArray(MemorySlice[]::new));
            RdmaWrite never = RdmaWrite.of(b.wrId(), target, b.alice().slice(0, 8));
            try {
                connection.alice().qp().post(good, bad, never);
                b.expect().holds("the list is refused", false);
            } catch (PostException refused) {
                b.expect().same("the refused request", 1, refused.badIndex());
            }
            b.expect().succeeds("the batch", connection.alice().await(first));
            b.expect().succeeds("the good request", connection.alice().await(good.wrId()));
            b.expect().same("completions left", 0, b.alice().cq().poll(new Completions(1)));
        }
    }
}
