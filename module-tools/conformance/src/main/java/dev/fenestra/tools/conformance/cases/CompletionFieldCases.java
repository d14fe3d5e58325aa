package dev.fenestra.tools.conformance.cases;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.WcFlag;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseHost;
import dev.fenestra.tools.conformance.CaseWindow;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.End;
import dev.fenestra.tools.conformance.QpConnection;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.CompletionCursor;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.BindMw;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Every field of every completion: status, opcode, {@code wr_id} of 64 bits, {@code qp_num}, {@code byte_len}, flags,
 * immediate data and the invalidated key; posted as a list and by the builder, polled as a block and field by field.
 */
final class CompletionFieldCases {
    private static final long SENT = 0x8765_4321_0fed_cba9L;
    private static final long RECEIVED = 0xfedc_ba98_7654_3210L;
    private static final int IMMEDIATE = 0x8a7b_6c5d;
    private static final int UNKNOWN = 0x7fffff00;
    private static final int LENGTH = 24;
    private static final int ENTRIES = 4;
    private static final int TRIES = 4096;

    private CompletionFieldCases() {}

    static List<ConformanceCase> all() {
        return Stream.concat(
                        Arrays.stream(CompletedRequest.values()).map(CompletionFieldCases::caseOf),
                        Stream.of(
                                ConformanceCase.of(
                                                "WCF-failed",
                                                "a request that its own device refused has a vendor_err",
                                                CompletionFieldCases::vendorError)
                                        .breaking("L1"),
                                ConformanceCase.of(
                                                "WCF-failed-bind",
                                                "so has a bind",
                                                CompletionFieldCases::vendorErrorOfBind)
                                        .breaking("B12")
                                        .needing(Requirement.WINDOWS)))
                .toList();
    }

    private static ConformanceCase caseOf(CompletedRequest kind) {
        ConformanceCase one = ConformanceCase.of(
                "WCF-" + kind.text(),
                "completions of " + kind.text() + " say what it was",
                b -> new Fields(b, kind).run());
        return kind.need().map(one::needing).orElse(one);
    }

    private static void vendorError(CaseBench b) {
        End alice = b.atAlice();
        long address = b.alice().region().address();
        says(b, "send", "L1", WcStatus.LOC_PROT_ERR, () -> alice.sendFrom(UNKNOWN, address, 8));
    }

    private static void vendorErrorOfBind(CaseBench b) {
        CaseWindow window = b.window(MwType.TYPE_2);
        long end = b.bob().region().address() + CaseHost.MEMORY_BYTES;
        MemorySlice beyond = new MemorySlice(b.bob().region(), end, 64);
        says(b, "bind", "B12", WcStatus.MW_BIND_ERR, () -> window.bind(b.atBob(), beyond, AccessFlag.REMOTE_WRITE));
    }

    /** The number is the device's own, and 0 means that nothing went wrong. */
    private static void says(CaseBench b, String what, String rule, WcStatus status, Supplier<Completion> step) {
        b.expect().refused(what, rule, status, () -> {
            Completion outcome = step.get();
            b.expect()
                    .holds(
                            what + ": vendor_err is not 0",
                            outcome instanceof Completion.Failed failed && failed.vendorError() != 0);
            return outcome;
        });
    }

    /** The fields of a completion, by whichever way it was polled. */
    private record Seen(
            WcStatus status, long wrId, int opcode, int qpNumber, int byteLength, int flags, int immediateOrKey) {}

    /** One kind of request between two QPs whose queues complete in CQs of their own. */
    private record Fields(CaseBench b, CompletedRequest kind) {

        void run() {
            CompletionQueue sendCq = b.alice().createCq(ENTRIES);
            CompletionQueue receiveCq = b.bob().createCq(ENTRIES);
            QpConnection connection = b.connectionOf(
                    b.alice()
                            .createQp(
                                    b.alice().pd(), QpSpec.rc(sendCq, b.alice().cq())),
                    b.bob().createQp(b.bob().pd(), QpSpec.rc(b.bob().cq(), receiveCq)));
            for (boolean isList : new boolean[] {true, false}) {
                for (boolean isBlock : new boolean[] {true, false}) {
                    once(connection, sendCq, receiveCq, isList, isBlock);
                }
            }
        }

        private void once(
                QpConnection connection,
                CompletionQueue sendCq,
                CompletionQueue receiveCq,
                boolean isList,
                boolean isBlock) {
            if (kind.received().isPresent()) {
                connection.bob().qp().postRecv(RECEIVED, b.bob().slice(0, 64));
            }
            CompletedRequest.Call call = call(connection, sendCq);
            if (isList) {
                connection.alice().post(kind.request(call));
            } else {
                b.expect()
                        .posted(kind.add(
                                        connection
                                                .alice()
                                                .qp()
                                                .builder()
                                                .start()
                                                .request(SENT, SendFlag.SIGNALED),
                                        call)
                                .complete());
            }
            String way = kind.text() + (isList ? ", list" : ", builder") + (isBlock ? ", block" : ", cursor");
            sent(way, connection, poll(sendCq, isBlock));
            if (kind.received().isPresent()) {
                received(
                        way,
                        connection,
                        call,
                        poll(receiveCq, isBlock),
                        kind.received().get());
            }
        }

        private CompletedRequest.Call call(QpConnection connection, CompletionQueue sendCq) {
            int length = kind.isAtomic() ? Long.BYTES : LENGTH;
            RemoteBuffer target = b.bob().openRegion().remote().slice(0, length);
            int key = kind.invalidates() ? key(connection, sendCq) : 0;
            return new CompletedRequest.Call(SENT, b.alice().slice(0, length), target, IMMEDIATE, key);
        }

        /** The key of a window that is bound through the QP that will invalidate it. */
        private int key(QpConnection connection, CompletionQueue sendCq) {
            boolean isOwn = kind == CompletedRequest.LOCAL_INV;
            CaseHost owner = isOwn ? b.alice() : b.bob();
            MemoryWindow window = b.window(owner.pd(), MwType.TYPE_2).mw();
            int key = window.nextKey();
            BindMw bind = BindMw.of(b.wrId(), window, key, owner.slice(0, 64), AccessFlag.REMOTE_WRITE);
            (isOwn ? connection.alice() : connection.bob()).post(bind);
            b.expect().succeeds("bind", (isOwn ? sendCq : owner.cq()).await(bind.wrId(), b.patience()));
            return key;
        }

        private void sent(String way, QpConnection connection, Seen seen) {
            b.expect().same(way + ": status", WcStatus.SUCCESS, seen.status);
            b.expect().same(way + ": wr_id", Long.toHexString(SENT), Long.toHexString(seen.wrId));
            b.expect().same(way + ": opcode", kind.sent().code(), seen.opcode);
            b.expect()
                    .same(
                            way + ": own qp_num",
                            true,
                            seen.qpNumber == connection.alice().qp().number());
            if (kind.hasLength()) {
                b.expect().same(way + ": byte_len", kind.isAtomic() ? Long.BYTES : LENGTH, seen.byteLength);
            }
        }

        private void received(
                String way, QpConnection connection, CompletedRequest.Call call, Seen seen, WcOpcode opcode) {
            b.expect().same(way + ": receiver's status", WcStatus.SUCCESS, seen.status);
            b.expect().same(way + ": receiver's wr_id", Long.toHexString(RECEIVED), Long.toHexString(seen.wrId));
            b.expect().same(way + ": receiver's opcode", opcode.code(), seen.opcode);
            b.expect()
                    .same(
                            way + ": receiver's qp_num",
                            true,
                            seen.qpNumber == connection.bob().qp().number());
            b.expect().same(way + ": receiver's byte_len", LENGTH, seen.byteLength);
            b.expect().same(way + ": receiver's wc_flags", kind.flags(), seen.flags & ~WcFlag.GRH);
            if ((kind.flags() & WcFlag.WITH_IMM) != 0) {
                b.expect()
                        .same(
                                way + ": immediate data",
                                Integer.toHexString(IMMEDIATE),
                                Integer.toHexString(seen.immediateOrKey));
            }
            if ((kind.flags() & WcFlag.WITH_INV) != 0) {
                b.expect().sameKey(way + ": invalidated key", call.key(), seen.immediateOrKey);
            }
        }

        private Seen poll(CompletionQueue cq, boolean isBlock) {
            return isBlock ? block(cq) : cursor(cq);
        }

        private Seen block(CompletionQueue cq) {
            Completions block = new Completions(1);
            for (int i = 0; i < TRIES && cq.poll(block) == 0; i++) {
                b.expect().holds("a completion comes", i < TRIES - 1);
            }
            return new Seen(
                    block.status(0),
                    block.wrId(0),
                    block.opcode(0),
                    block.qpNumber(0),
                    block.byteLength(0),
                    block.flags(0),
                    block.immediateOrKey(0));
        }

        private Seen cursor(CompletionQueue cq) {
            CompletionCursor cursor = cq.cursor();
            int errno = cursor.startPoll();
            for (int i = 0; i < TRIES && errno == Errno.ENOENT.code(); i++) {
                errno = cursor.startPoll();
            }
            if (errno == Errno.EOPNOTSUPP.code()) {
                return block(cq);
            }
            b.expect().same("start_poll", 0, errno);
            Seen seen = new Seen(
                    cursor.status(),
                    cursor.wrId(),
                    cursor.opcode(),
                    cursor.qpNumber(),
                    cursor.byteLength(),
                    cursor.flags(),
                    cursor.immediateOrKey());
            cursor.endPoll();
            return seen;
        }
    }
}
