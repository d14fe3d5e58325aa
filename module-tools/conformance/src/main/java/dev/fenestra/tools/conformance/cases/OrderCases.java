package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_1;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_2;
import static dev.fenestra.ib.core.vocabulary.WcStatus.MW_BIND_ERR;

import dev.fenestra.ib.core.spi.WireFaults.Fate;
import dev.fenestra.ib.core.spi.WireFaults.Message;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.CaseWindow;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.End;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.BindMw;
import dev.fenestra.uverbs.request.LocalInvalidate;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.Send;
import java.util.List;

/** The order in which binds, invalidates and their neighbours in a send queue take effect. */
final class OrderCases {
    /** The number of messages that are lost in a row: fewer than retries, and more than a device sends at once. */
    private static final int LOSSES = 6;

    /** The number of polls until the first of them is lost. */
    private static final int LOOKS = 3;

    private OrderCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                order("ORD-1-t1", "type 1: a SEND after a bind may carry the new key", b -> told(b, TYPE_1)),
                order("ORD-1-t2", "type 2: a SEND after a bind may carry the new key", b -> told(b, TYPE_2)),
                order("ORD-2-t1", "type 1: a SEND after a failed bind never leaves", b -> neverTold(b, TYPE_1), "B10"),
                order("ORD-2-t2", "type 2: a SEND after a failed bind never leaves", b -> neverTold(b, TYPE_2), "B10"),
                order("ORD-3", "a type-1 key has its new value when the post returns", OrderCases::visibleAtOnce),
                order("ORD-4", "after a failed type-1 bind the old key is put back", OrderCases::restore, "B10", "B1"),
                order("ORD-5", "a fenced bind waits for earlier READs", OrderCases::fence, "A4"),
                order("ORD-6", "bind and LOCAL_INV of one list take effect in order", OrderCases::chain, "A4"),
                order("ORD-7", "an unsignaled bind completes only when it fails", OrderCases::unsignaled, "B10"),
                order("ORD-8", "a successful bind completes as BIND_MW", OrderCases::opcode),
                order("ORD-9", "completions come in the order of the posts", OrderCases::inOrder),
                order("ORD-11", "a LOCAL_INV waits for all requests before it", OrderCases::invalidateWaits, "A4"),
                order("ORD-10", "a bind is in force before its completion is seen", OrderCases::beforeCompletion));
    }

    private static ConformanceCase order(String id, String title, CaseBody body, String... rules) {
        return ConformanceCase.of(id, title, body).breaking(rules).needing(Requirement.WINDOWS);
    }

    /** Posts a bind and then a SEND with the key that it opens. Returns the wrId of the bind. */
    private static long bindAndTell(CaseBench b, MwType type, MemoryRegion region, long sendId) {
        End bob = b.atBob();
        MemoryWindow window = b.window(type).mw();
        MemorySlice range = region.slice(4096, 64);
        Send send = Send.of(sendId, b.bob().slice(0, RemoteBuffer.BYTES));
        long bindId = b.wrId();
        if (type == TYPE_1) {
            bob.qp().bindMw(bindId, window, range, REMOTE_WRITE);
            tell(b, range, window.rkey());
            bob.post(send);
        } else {
            int key = window.nextKey();
            tell(b, range, key);
            bob.post(BindMw.of(bindId, window, key, range, REMOTE_WRITE), send);
        }
        return bindId;
    }

    /** Puts the range where the SEND takes its data. */
    private static void tell(CaseBench b, MemorySlice range, int key) {
        b.bob().memory().put(0, new RemoteBuffer(range.address(), range.length(), key).encode());
    }

    private static void told(CaseBench b, MwType type) {
        long receive = b.atAlice().receive(b.alice().slice(8192, RemoteBuffer.BYTES));
        bindAndTell(b, type, b.bob().region(), b.wrId());
        b.expect().succeeds("receive", b.atAlice().await(receive));
        RemoteBuffer told = RemoteBuffer.decode(b.alice().memory().get(8192, RemoteBuffer.BYTES));
        b.expect().succeeds("write", b.atAlice().write(told));
    }

    private static void neverTold(CaseBench b, MwType type) {
        long receive = b.atAlice().receive(b.alice().slice(8192, RemoteBuffer.BYTES));
        MemoryRegion region = b.bob().register(LOCAL_WRITE);
        long send = b.wrId();
        long bind = bindAndTell(b, type, region, send);
        b.expect().same("bind", MW_BIND_ERR, b.atBob().await(bind).status());
        b.expect().broke("B10");
        b.expect().flushed("send", b.atBob().await(send));
        b.atAlice().qp().modify(CaseSteps.toError());
        b.expect().flushed("receive", b.atAlice().await(receive));
    }

    private static void visibleAtOnce(CaseBench b) {
        MemoryWindow window = b.window(TYPE_1).mw();
        int old = window.rkey();
        b.atBob().qp().bindMw(b.wrId(), window, b.bob().slice(0, 64), REMOTE_WRITE);
        CaseSteps.isRenamed(b, "key", old, window.rkey());
    }

    private static void restore(CaseBench b) {
        MemoryWindow window = b.window(TYPE_1).mw();
        int old = window.rkey();
        MemoryRegion closed = b.bob().register(LOCAL_WRITE);
        failedBind(b, window, closed.slice(0, 64), "B10");
        CaseSteps.isRenamed(b, "key after the failure", old, window.rkey());
        failedBind(b, window, b.bob().slice(0, 64), "B1");
        window.rkey(old);
        long bind = b.wrId();
        b.atBob().qp().bindMw(bind, window, b.bob().slice(0, 64), REMOTE_WRITE);
        b.expect().succeeds("bind with the key put back", b.atBob().await(bind));
    }

    private static void failedBind(CaseBench b, MemoryWindow window, MemorySlice range, String rule) {
        b.expect().refused("bind", rule, MW_BIND_ERR, () -> {
            long bind = b.wrId();
            b.atBob().qp().bindMw(bind, window, range, REMOTE_WRITE);
            return b.atBob().await(bind);
        });
        b.connection().reconnect();
    }

    /** The window is not open while answers to the READ are lost. */
    private static void fence(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_2, 0, 64, REMOTE_WRITE);
        RemoteBuffer target = window.remote();
        MemoryRegion source = b.alice().register(REMOTE_READ);
        MemorySlice range = b.bob().slice(0, 64);
        b.expect().succeeds("LOCAL_INV", b.atBob().invalidate(window.key()));
        long quick = fenced(b, source, BindMw.of(b.wrId(), window.mw(), window.key(), range, REMOTE_WRITE));
        b.expect().succeeds("bind", b.atBob().await(quick));
        b.expect().succeeds("write through the window", b.atAlice().write(target));
        b.expect().succeeds("LOCAL_INV", b.atBob().invalidate(window.key()));
        b.wire().spoil(Message.READ_ANSWER, Fate.LOST, 1, LOSSES);
        long slow = fenced(b, source, BindMw.of(b.wrId(), window.mw(), window.key(), range, REMOTE_WRITE));
        nothingCompletes(b);
        b.expect()
                .refusedByPeer(
                        "write while the READ is unanswered",
                        "A4",
                        () -> b.atAlice().write(target));
        b.expect().flushed("bind", b.atBob().await(slow));
    }

    private static void nothingCompletes(CaseBench b) {
        for (int i = 0; i < LOOKS; i++) {
            b.expect()
                    .same(
                            "completions while an answer is missing",
                            0,
                            b.bob().cq().poll(new Completions(1)));
        }
    }

    private static long fenced(CaseBench b, MemoryRegion source, BindMw bind) {
        MemorySlice into = b.bob().slice(4096, 64);
        RdmaRead read = RdmaRead.of(b.wrId(), source.remote().slice(0, 64), into);
        b.atBob().post(read.unsignaled(), bind.fenced());
        return bind.wrId();
    }

    /** The window is open while the WRITE before the LOCAL_INV is lost. */
    private static void invalidateWaits(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_2, 0, 64, REMOTE_READ);
        RemoteBuffer target = b.alice().register(LOCAL_WRITE, REMOTE_WRITE).remote();
        RdmaWrite write = RdmaWrite.of(b.wrId(), target.slice(4096, 64), b.bob().slice(4096, 64));
        LocalInvalidate invalidate = LocalInvalidate.of(b.wrId(), window.key());
        b.wire().spoil(Message.WRITE, Fate.LOST, 1, LOSSES);
        b.atBob().post(write, invalidate);
        nothingCompletes(b);
        b.expect().succeeds("read while the WRITE is unanswered", b.atAlice().read(window.remote()));
        b.expect().succeeds("write", b.atBob().await(write.wrId()));
        b.expect().succeeds("LOCAL_INV", b.atBob().await(invalidate.wrId()));
        b.expect().refusedByPeer("read", "A4", () -> b.atAlice().read(window.remote()));
    }

    private static void chain(CaseBench b) {
        MemoryWindow window = b.window(TYPE_2).mw();
        int key = window.nextKey();
        BindMw bind = BindMw.of(b.wrId(), window, key, b.bob().slice(0, 64), REMOTE_WRITE);
        LocalInvalidate invalidate = LocalInvalidate.of(b.wrId(), key);
        b.atBob().post(bind, invalidate);
        b.expect().succeeds("bind", b.atBob().await(bind.wrId()));
        b.expect().succeeds("LOCAL_INV", b.atBob().await(invalidate.wrId()));
        RemoteBuffer target = new RemoteBuffer(b.bob().region().address(), 64, key);
        b.expect().refusedByPeer("write", "A4", () -> b.atAlice().write(target));
    }

    private static void unsignaled(CaseBench b) {
        MemoryWindow window = b.window(TYPE_2).mw();
        int key = window.nextKey();
        BindMw bind = BindMw.of(b.wrId(), window, key, b.bob().slice(0, 64), REMOTE_WRITE)
                .unsignaled();
        LocalInvalidate next = LocalInvalidate.of(b.wrId(), key);
        b.atBob().post(bind, next);
        b.expect().same("first completion", next.wrId(), CaseSteps.next(b.bob()).wrId());
        MemorySlice closed = b.bob().register(LOCAL_WRITE).slice(0, 64);
        BindMw failing = BindMw.of(b.wrId(), window, key, closed, REMOTE_WRITE).unsignaled();
        b.expect()
                .refused("unsignaled bind", "B10", MW_BIND_ERR, () -> b.atBob().attempt(failing));
    }

    private static void opcode(CaseBench b) {
        CaseWindow one = b.window(TYPE_1);
        CaseWindow two = b.window(TYPE_2);
        MemorySlice range = b.bob().slice(0, 64);
        b.expect()
                .same(
                        "type 1",
                        WcOpcode.BIND_MW,
                        one.bind(b.atBob(), range).orThrow().opcode());
        b.expect()
                .same(
                        "type 2",
                        WcOpcode.BIND_MW,
                        two.bind(b.atBob(), range).orThrow().opcode());
    }

    private static void inOrder(CaseBench b) {
        MemoryWindow window = b.window(TYPE_2).mw();
        RemoteBuffer target =
                b.alice().register(LOCAL_WRITE, REMOTE_WRITE).remote().slice(0, 64);
        long first = b.wrId();
        End bob = b.atBob();
        bob.qp()
                .builder()
                .start()
                .request(first, SendFlag.SIGNALED)
                .rdmaWrite(target.rkey(), target.address())
                .sge(b.bob().region(), b.bob().region().address(), 64)
                .complete();
        BindMw bind = BindMw.of(b.wrId(), window, window.nextKey(), b.bob().slice(0, 64), REMOTE_WRITE);
        LocalInvalidate invalidate = LocalInvalidate.of(b.wrId(), bind.newKey());
        bob.post(bind, invalidate);
        b.expect().same("first completion", first, CaseSteps.next(b.bob()).wrId());
        b.expect()
                .same("second completion", bind.wrId(), CaseSteps.next(b.bob()).wrId());
        b.expect()
                .same(
                        "third completion",
                        invalidate.wrId(),
                        CaseSteps.next(b.bob()).wrId());
    }

    private static void beforeCompletion(CaseBench b) {
        MemoryWindow window = b.window(TYPE_1).mw();
        long bind = b.wrId();
        MemorySlice range = b.bob().slice(0, 64);
        b.atBob().qp().bindMw(bind, window, range, REMOTE_WRITE);
        b.atAlice().await(CaseSteps.ping(b));
        b.expect().succeeds("write", b.atAlice().write(window.remote(range.address(), 64)));
        b.expect().succeeds("bind, polled later", b.atBob().await(bind));
    }
}
