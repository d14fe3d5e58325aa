package dev.fenestra.tools.conformance.cases;

import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.WcFlag;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.QpConnection;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.handles.CompletionCursor;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.handles.SharedReceiveQueue;
import dev.fenestra.uverbs.request.Send;
import dev.fenestra.uverbs.request.SendWithImmediate;
import dev.fenestra.uverbs.request.WorkRequest;
import java.util.List;

/** What a completion says, and how long it stays. */
final class CompletionCases {
    private static final int ROUNDS = 3;
    private static final int TRIES = 4096;
    private static final int IMMEDIATE = 0x1234_5678;
    private static final int[] LENGTHS = {8, 32, 33, 64, 65, 300};

    private CompletionCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                wc("WC-error", "a receive in error has no flags and no immediate data", b -> tooLong(b, own(b))),
                wc("WC-error-srq", "nor has one of an SRQ", b -> tooLong(b, shared(b)))
                        .needing(Requirement.SRQ),
                wc("WC-error-flushed", "nor has one that was flushed", CompletionCases::flushed),
                wc("WC-error-fields", "a cursor tells as much of an error as a block", CompletionCases::errorByCursor),
                wc("WC-reset", "a reset takes the QP's completions out of its CQ, and no others", b -> reset(b, false)),
                wc("WC-reset-kept", "also those that an await for another one passed", b -> reset(b, true)));
    }

    private static ConformanceCase wc(String id, String title, CaseBody body) {
        return ConformanceCase.of(id, title, body);
    }

    /**
     * A QP of bob's whose receives complete in a small CQ of their own, so that each place of it is used again.
     *
     * @param srq where it takes them from, or itself
     */
    private record Receiver(CaseBench bench, CompletionQueue cq, QueuePair qp, Posting srq) {
        private static final int CAPACITY = 4;

        /** Posts a receive of this length. */
        @FunctionalInterface
        private interface Posting {
            void post(long wrId, int length);
        }

        static CompletionQueue queue(CaseBench bench) {
            return bench.bob().createCq(CAPACITY);
        }

        long post(int length) {
            long wrId = bench.wrId();
            srq.post(wrId, length);
            return wrId;
        }

        Completions poll() {
            Completions block = new Completions(CAPACITY);
            for (int i = 0; i < 64 && block.size() == 0; i++) {
                cq.poll(block);
            }
            return block;
        }
    }

    private static Receiver own(CaseBench b) {
        CompletionQueue cq = Receiver.queue(b);
        QueuePair qp = b.bob().createQp(b.bob().pd(), QpSpec.rc(b.bob().cq(), cq));
        return new Receiver(
                b, cq, qp, (wrId, length) -> qp.postRecv(wrId, b.bob().slice(0, length)));
    }

    private static Receiver shared(CaseBench b) {
        CompletionQueue cq = Receiver.queue(b);
        SharedReceiveQueue srq = b.bob().createSrq(Receiver.CAPACITY);
        QueuePair qp =
                b.bob().createQp(b.bob().pd(), QpSpec.rc(b.bob().cq(), cq).srq(srq));
        return new Receiver(b, cq, qp, (wrId, length) -> srq.post(wrId, b.bob().slice(0, length)));
    }

    private static void saysNothing(CaseBench b, String what, WcStatus status, Completions block) {
        b.expect().same(what, status, block.size() == 0 ? "no completion" : block.status(0));
        b.expect().same(what + ": wc_flags", 0, block.flags(0));
        b.expect().same(what + ": immediate data", 0, block.immediateOrKey(0));
    }

    private static void tooLong(CaseBench b, Receiver bob) {
        QpConnection connection = b.connectionTo(bob.qp());
        for (int round = 0; round < ROUNDS; round++) {
            for (int length : LENGTHS) {
                bob.post(length);
                b.expect().succeeds("send", connection.alice().attempt(immediate(b, length)));
                Completions good = bob.poll();
                b.expect().same("wc_flags of a good one", WcFlag.WITH_IMM, good.flags(0) & ~WcFlag.GRH);
                b.expect().same("immediate data of a good one", IMMEDIATE, good.immediateOrKey(0));
                for (boolean immediate : new boolean[] {true, false}) {
                    bob.post(length - 1);
                    connection.alice().attempt(immediate ? immediate(b, length) : plain(b, length));
                    saysNothing(b, length + " bytes into one less", WcStatus.LOC_LEN_ERR, bob.poll());
                    connection.reconnect();
                }
            }
        }
    }

    private static WorkRequest immediate(CaseBench b, int length) {
        return SendWithImmediate.of(b.wrId(), IMMEDIATE, b.alice().slice(0, length));
    }

    private static WorkRequest plain(CaseBench b, int length) {
        return Send.of(b.wrId(), b.alice().slice(0, length));
    }

    private static void flushed(CaseBench b) {
        Receiver bob = own(b);
        QpConnection connection = b.connectionTo(bob.qp());
        for (int round = 0; round < 2 * ROUNDS; round++) {
            bob.post(8);
            b.expect().succeeds("send", connection.alice().attempt(immediate(b, 8)));
            b.expect()
                    .same("wc_flags of a good one", WcFlag.WITH_IMM, bob.poll().flags(0) & ~WcFlag.GRH);
            bob.post(8);
            bob.qp().modify(QpAttributes.to(QpState.ERR));
            saysNothing(b, "flushed receive", WcStatus.WR_FLUSH_ERR, bob.poll());
            connection.reconnect();
        }
    }

    /** Of a completion in error, status, wr_id, qp_num and vendor_err are valid. */
    private static void errorByCursor(CaseBench b) {
        for (boolean isSend : new boolean[] {true, false}) {
            CompletionQueue cq = b.bob().createCq(Receiver.CAPACITY);
            QueuePair qp =
                    b.bob().createQp(b.bob().pd(), QpSpec.rc(cq, cq).maxSend(1).maxRecv(1));
            QpConnection connection = b.connectionTo(qp);
            qp.modify(QpAttributes.to(QpState.ERR));
            long wrId = b.wrId();
            if (isSend) {
                connection.bob().post(Send.of(wrId, b.bob().slice(0, 8)));
            } else {
                qp.postRecv(wrId, b.bob().slice(0, 8));
            }
            CompletionCursor cursor = cq.cursor();
            int errno = cursor.startPoll();
            for (int i = 0; i < TRIES && errno == Errno.ENOENT.code(); i++) {
                errno = cursor.startPoll();
            }
            if (errno == Errno.EOPNOTSUPP.code()) {
                return;
            }
            b.expect().same("start_poll", 0, errno);
            b.expect().same("status", WcStatus.WR_FLUSH_ERR, cursor.status());
            b.expect().same("wr_id", wrId, cursor.wrId());
            b.expect().same("qp_num", qp.number(), cursor.qpNumber());
            b.expect().same("next_poll", Errno.ENOENT.code(), cursor.nextPoll());
            cursor.endPoll();
        }
    }

    /** Two QPs have a completion each in one CQ, and one QP is reset. */
    private static void reset(CaseBench b, boolean isKept) {
        CompletionQueue cq = b.bob().createCq(8);
        QueuePair first = b.bob().createQp(b.bob().pd(), QpSpec.rc(cq, cq));
        QueuePair second = b.bob().createQp(b.bob().pd(), QpSpec.rc(cq, cq));
        QpConnection toFirst = b.connectionTo(first);
        QpConnection toSecond = b.connectionTo(second);
        receive(b, toFirst);
        long staying = receive(b, toSecond);
        receive(b, toFirst);
        if (isKept) {
            long last = receive(b, toSecond);
            b.expect().succeeds("the one awaited", cq.await(last, CaseSteps.PATIENCE));
        }
        first.reset();
        Completions block = new Completions(8);
        b.expect().same("completions left", 1, cq.poll(block));
        b.expect().same("the one left", staying, block.wrId(0));
    }

    private static long receive(CaseBench b, QpConnection connection) {
        long receive = connection.bob().receive(b.bob().slice(0, 8));
        b.expect().succeeds("send", connection.alice().send(8));
        return receive;
    }
}
