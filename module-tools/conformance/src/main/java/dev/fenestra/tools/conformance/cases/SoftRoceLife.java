package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.MW_BIND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.Errno.EBUSY;
import static dev.fenestra.ib.core.vocabulary.Errno.EINVAL;
import static dev.fenestra.ib.core.vocabulary.Errno.ENOMEM;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_1;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_2;
import static dev.fenestra.ib.core.vocabulary.WcStatus.MW_BIND_ERR;
import static dev.fenestra.tools.conformance.cases.SoftRoceKeys.row;

import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseWindow;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.QpConnection;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.BindMw;
import dev.fenestra.uverbs.request.LocalInvalidate;
import java.util.List;
import java.util.Set;

/** Cases H of the list run on soft-RoCE: objects that hold each other, and QP states. */
final class SoftRoceLife {
    private SoftRoceLife() {}

    static List<ConformanceCase> all() {
        return List.of(
                row("H01", "a region with a bound type-1 window stays", b -> dereg(b, TYPE_1), "LIFE-3")
                        .settling(2),
                row("H02", "a region with a bound type-2 window stays until LOCAL_INV", b -> dereg(b, TYPE_2), "LIFE-3")
                        .settling(2),
                row("H03", "a bound window may be deallocated", SoftRoceLife::dealloc, "R1"),
                row("H04", "a PD with a window in it stays", SoftRoceLife::pd, "LIFE-1"),
                row("H05", "a bound 2B window outlives RESET", SoftRoceLife::reset),
                row("H06", "in ERR a LOCAL_INV is flushed and the window stays bound", SoftRoceLife::error, "LIFE-3"),
                row("H07", "a bind waits for RTS, and is flushed in ERR", SoftRoceLife::states, "P10"),
                row("H08", "a type-1 bind in ERR is flushed, and its key has moved", SoftRoceLife::typeOneInError),
                row("H09", "a failed bind puts its QP in ERR", SoftRoceLife::afterFailure, "B10"),
                row("H10", "a region with a bound window keeps its translation", SoftRoceLife::rereg, "RRG-3")
                        .needing(Requirement.REREG),
                row("H11", "windows are bound on RC and UC, not on UD", SoftRoceLife::services, "P9")
                        .needing(Requirement.TYPE_2B, Requirement.UC, Requirement.UD),
                row("H12", "an unsignaled bind completes only when it fails", SoftRoceLife::unsignaled, "B10"),
                row("H13", "bind and LOCAL_INV of one list leave nothing open", SoftRoceLife::chain, "A4"),
                row("H14", "the QP must allow the operation too", SoftRoceLife::qpRights, "A8")
                        .settling(23));
    }

    private static void dereg(CaseBench b, MwType type) {
        CaseWindow window = b.boundWindow(type, 0, 64, REMOTE_WRITE);
        b.expect().refusedCall("dereg_mr", "LIFE-3", EBUSY, b.bob().region()::close);
        b.expect().succeeds("write", b.atAlice().write(window.remote()));
        if (type == TYPE_2) {
            b.expect().succeeds("LOCAL_INV", b.atBob().invalidate(window.key()));
            b.expect().works("dereg_mr after it", b.bob().region()::close);
        }
    }

    private static void dealloc(CaseBench b) {
        for (MwType type : MwType.values()) {
            CaseWindow window = b.boundWindow(type, 0, 64, REMOTE_WRITE);
            b.expect().works("dealloc_mw", window.mw()::close);
            b.expect().refusedByPeer("write", "R1", () -> b.atAlice().write(window.remote()));
            b.connection().reconnect();
        }
        b.expect().works("dereg_mr", b.bob().region()::close);
    }

    private static void pd(CaseBench b) {
        ProtectionDomain pd = b.bob().context().allocPd();
        MemoryWindow window = b.window(pd, TYPE_2).mw();
        b.expect().refusedCall("dealloc_pd", "LIFE-1", EBUSY, pd::close);
        b.expect().works("dealloc_mw", window::close);
        b.expect().works("dealloc_pd after it", pd::close);
    }

    private static void reset(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_2, 0, 64, REMOTE_WRITE);
        b.expect().works("RESET and RTS", b.connection()::reconnect);
        b.expect().succeeds("write", b.atAlice().write(window.remote()));
        b.expect().succeeds("LOCAL_INV", b.atBob().invalidate(window.key()));
        b.expect().succeeds("rebind", window.bind(b.atBob(), b.bob().slice(0, 64), REMOTE_WRITE));
    }

    private static void error(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_2, 0, 64, REMOTE_WRITE);
        b.atBob().qp().modify(CaseSteps.toError());
        b.expect().flushed("LOCAL_INV", b.atBob().invalidate(window.key()));
        b.expect().refusedCall("dereg_mr", "LIFE-3", EBUSY, b.bob().region()::close);
        b.connection().reconnect();
        b.expect().succeeds("write after RESET and RTS", b.atAlice().write(window.remote()));
    }

    /** In INIT and RTR: EINVAL by the text; ENOMEM if a queue that is not open counts as full. */
    private static void states(CaseBench b) {
        MemoryWindow window = b.window(TYPE_2).mw();
        QueuePair qp = b.bob().createQp(b.bob().pd());
        qp.modify(QpAttributes.to(QpState.INIT).pkeyIndex(0).port(1).access(REMOTE_WRITE));
        b.expect().refusedPost("in INIT", "P10", Set.of(EINVAL, ENOMEM), () -> qp.post(bind(b, window)));
        qp.modify(QpAttributes.to(QpState.RTR)
                .path(b.alice().context().gid(0), 0)
                .pathMtu(ConnectOptions.DEFAULT.mtu())
                .destinationQpn(b.atAlice().qp().number())
                .rqPsn(0)
                .maxDestRdAtomic(1)
                .minRnrTimer(1));
        b.expect().refusedPost("in RTR", "P10", Set.of(EINVAL, ENOMEM), () -> qp.post(bind(b, window)));
        b.atBob().qp().modify(CaseSteps.toError());
        b.expect().flushed("in ERR", b.atBob().attempt(bind(b, window)));
    }

    private static BindMw bind(CaseBench b, MemoryWindow window) {
        return BindMw.of(b.wrId(), window, window.nextKey(), b.bob().slice(0, 64), REMOTE_WRITE);
    }

    private static void typeOneInError(CaseBench b) {
        MemoryWindow window = b.window(TYPE_1).mw();
        int old = window.rkey();
        long wrId = b.wrId();
        b.atBob().qp().modify(CaseSteps.toError());
        b.atBob().qp().bindMw(wrId, window, b.bob().slice(0, 64), REMOTE_WRITE);
        b.expect().flushed("bind", b.atBob().await(wrId));
        CaseSteps.isRenamed(b, "key", old, window.rkey());
    }

    private static void afterFailure(CaseBench b) {
        CaseWindow window = b.window(TYPE_2);
        MemorySlice closed = b.bob().register(LOCAL_WRITE).slice(0, 64);
        b.expect().refused("bind", "B10", MW_BIND_ERR, () -> window.bind(b.atBob(), closed, REMOTE_WRITE));
        b.expect().same("QP", QpState.ERR, b.atBob().state());
        b.expect().flushed("next request", b.atBob().send(0));
    }

    private static void rereg(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_2, 0, 64, REMOTE_WRITE);
        Memory other = b.bob().context().allocate(4096);
        b.expect()
                .refusedCall("rereg_mr", "RRG-3", EBUSY, () -> b.bob().region().changeTranslation(other, 0, 4096));
        b.expect().succeeds("write", b.atAlice().write(window.remote()));
    }

    private static void services(CaseBench b) {
        QpConnection unreliable = b.unreliableConnection();
        MemorySlice range = b.bob().slice(0, 64);
        b.expect().succeeds("UC, type 2", b.window(TYPE_2).bind(unreliable.bob(), range, REMOTE_WRITE));
        b.expect().succeeds("UC, type 1", b.window(TYPE_1).bind(unreliable.bob(), range, REMOTE_WRITE));
        MemoryWindow window = b.window(TYPE_2).mw();
        QueuePair datagrams = b.bob().createUdQp();
        b.expect().refusedPost("UD", "P9", Set.of(EINVAL), () -> datagrams.post(bind(b, window)));
    }

    private static void unsignaled(CaseBench b) {
        CaseWindow window = b.window(TYPE_2);
        BindMw good = bind(b, window.mw()).unsignaled();
        LocalInvalidate next = LocalInvalidate.of(b.wrId(), good.newKey());
        b.atBob().post(good, next);
        b.expect()
                .same(
                        "first completion is of the next request",
                        true,
                        CaseSteps.next(b.bob()).wrId() == next.wrId());
        MemorySlice closed = b.bob().register(REMOTE_READ, MW_BIND, LOCAL_WRITE).slice(0, 64);
        MemorySlice noBind = b.bob().register(LOCAL_WRITE).slice(0, closed.length());
        BindMw bad = BindMw.of(b.wrId(), window.mw(), good.newKey(), noBind, REMOTE_WRITE)
                .unsignaled();
        b.expect()
                .refused(
                        "unsignaled failure",
                        "B10",
                        MW_BIND_ERR,
                        () -> b.atBob().attempt(bad));
    }

    private static void chain(CaseBench b) {
        MemoryWindow window = b.window(TYPE_2).mw();
        BindMw bind = bind(b, window);
        LocalInvalidate invalidate = LocalInvalidate.of(b.wrId(), bind.newKey());
        b.atBob().post(bind, invalidate);
        b.expect().succeeds("bind", b.atBob().await(bind.wrId()));
        b.expect().succeeds("LOCAL_INV", b.atBob().await(invalidate.wrId()));
        RemoteBuffer target = new RemoteBuffer(b.bob().region().address(), 64, bind.newKey());
        b.expect().refusedByPeer("write", "A4", () -> b.atAlice().write(target));
    }

    private static void qpRights(CaseBench b) {
        QpConnection connection =
                b.newConnection(ConnectOptions.DEFAULT, ConnectOptions.DEFAULT.withAccess(REMOTE_READ));
        CaseWindow window = b.window(TYPE_1);
        b.expect().succeeds("bind", window.bind(connection.bob(), b.bob().slice(0, 64), REMOTE_WRITE));
        b.expect().refusedByPeer("write", "A8", () -> connection.alice().write(window.remote()));
    }
}
