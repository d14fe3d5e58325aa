package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.MW_BIND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ZERO_BASED;
import static dev.fenestra.ib.core.vocabulary.Errno.EBUSY;
import static dev.fenestra.ib.core.vocabulary.Errno.EINVAL;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_1;
import static dev.fenestra.ib.core.vocabulary.WcStatus.MW_BIND_ERR;

import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.CaseWindow;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.BindMw;
import java.util.List;
import java.util.Set;

/** The state table of a type-1 window: Invalid (I), unbound (U), bound (B), and every event in each state. */
final class TypeOneStates {
    private TypeOneStates() {}

    static List<ConformanceCase> all() {
        return List.of(
                cell("I-alloc", "alloc gives an unbound window whose key opens nothing", TypeOneStates::allocated, "A4")
                        .settling(8),
                cell("I-inv", "the key of a deallocated window cannot be invalidated", TypeOneStates::deadKey, "I1"),
                cell("I-sendinv", "nor by the peer", TypeOneStates::deadKeyByPeer, "I1"),
                cell("U-bind", "a bind opens the range under the next key", TypeOneStates::bind, "R2"),
                cell("U-post", "a bind refused at post changes nothing", TypeOneStates::refusedUnbound, "P4", "A4"),
                cell(
                        "U-fail",
                        "a bind that fails leaves the window unbound",
                        TypeOneStates::failedUnbound,
                        "B12",
                        "A4"),
                cell("U-zero", "a bind of length 0 moves the key only", TypeOneStates::unbindUnbound, "R2", "A4"),
                cell("U-inv", "LOCAL_INV is an error and changes nothing", b -> invalidate(b, unbound(b)), "I1"),
                cell("U-sendinv", "SEND_WITH_INV is an error too", b -> invalidateByPeer(b, unbound(b)), "I1"),
                cell("U-wr", "a BIND_MW request does not take it", b -> bindByRequest(b, unbound(b)), "P8"),
                cell("U-dealloc", "dealloc kills the key", TypeOneStates::deallocUnbound, "R1"),
                cell("U-dereg", "it keeps no region", TypeOneStates::deregUnbound),
                cell("U-destroy", "it keeps no QP", b -> destroyAndReset(b, unbound(b))),
                cell("B-bind", "a new bind moves it, and the old key dies", TypeOneStates::rebind, "R2", "LIFE-3"),
                cell("B-post", "a bind refused at post leaves it bound", TypeOneStates::refusedBound, "P4"),
                cell("B-fail", "a bind that fails leaves it bound", TypeOneStates::failedBound, "B12"),
                cell(
                        "B-zero",
                        "a bind of length 0 unbinds it, and both keys are dead",
                        TypeOneStates::unbind,
                        "R2",
                        "A4"),
                cell("B-inv", "LOCAL_INV is an error and leaves it bound", TypeOneStates::invalidateBound, "I1"),
                cell("B-sendinv", "SEND_WITH_INV leaves it bound too", TypeOneStates::invalidateBoundByPeer, "I1"),
                cell("B-wr", "a BIND_MW request does not take it", TypeOneStates::bindBoundByRequest, "P8"),
                cell("B-dealloc", "dealloc unbinds it and kills the key", TypeOneStates::deallocBound, "R1"),
                cell("B-dereg", "it keeps its region", TypeOneStates::deregBound, "LIFE-3"),
                cell("B-destroy", "it survives the QP that bound it", TypeOneStates::destroyBound));
    }

    private static ConformanceCase cell(String id, String title, CaseBody body, String... rules) {
        return ConformanceCase.of("T1-" + id, "type 1: " + title, body)
                .breaking(rules)
                .needing(Requirement.WINDOWS);
    }

    private static CaseWindow unbound(CaseBench b) {
        return b.window(TYPE_1);
    }

    private static CaseWindow bound(CaseBench b) {
        return b.boundWindow(TYPE_1, 64, 128, REMOTE_WRITE);
    }

    private static MemorySlice beyond(CaseBench b) {
        MemoryRegion region = b.bob().region();
        return new MemorySlice(region, region.address() + region.length() - 64, 128);
    }

    private static RemoteBuffer start(CaseBench b, int key) {
        return new RemoteBuffer(b.bob().region().address(), 8, key);
    }

    private static void opensNothing(CaseBench b, String rule, int key) {
        b.expect().refusedByPeer("write", rule, () -> b.atAlice().write(start(b, key)));
        b.connection().reconnect();
    }

    private static void isStillBound(CaseBench b, CaseWindow window) {
        b.expect().succeeds("write through it", b.secondConnection().alice().write(window.remote()));
        b.expect().landed(64, 128);
    }

    private static void allocated(CaseBench b) {
        opensNothing(b, "A4", unbound(b).key());
    }

    private static void deadKey(CaseBench b) {
        CaseWindow window = unbound(b);
        window.mw().close();
        b.expect().refused("LOCAL_INV", "I1", MW_BIND_ERR, () -> b.atBob().invalidate(window.key()));
    }

    private static void deadKeyByPeer(CaseBench b) {
        CaseWindow window = unbound(b);
        window.mw().close();
        ClassJ.refused(b, b.connection(), window.key(), "I1");
    }

    private static void bind(CaseBench b) {
        CaseWindow window = unbound(b);
        int old = window.key();
        b.expect().succeeds("bind", window.bind(b.atBob(), b.bob().slice(64, 128), REMOTE_WRITE));
        isStillBound(b, window);
        b.expect()
                .refusedByPeer(
                        "write by the key before", "R2", () -> b.atAlice().write(start(b, old)));
    }

    private static void refuseAtPost(CaseBench b, CaseWindow window) {
        int key = window.key();
        b.expect()
                .refusedPost(
                        "zero-based bind",
                        "P4",
                        Set.of(EINVAL),
                        () -> window.bind(b.atBob(), b.bob().slice(0, 64), REMOTE_WRITE, ZERO_BASED));
        b.expect().sameKey("key", key, window.key());
    }

    private static void refusedUnbound(CaseBench b) {
        CaseWindow window = unbound(b);
        refuseAtPost(b, window);
        opensNothing(b, "A4", window.key());
    }

    private static void fail(CaseBench b, CaseWindow window) {
        b.expect().refused("bind", "B12", MW_BIND_ERR, () -> window.bind(b.atBob(), beyond(b), REMOTE_WRITE));
        b.connection().reconnect();
    }

    private static void failedUnbound(CaseBench b) {
        CaseWindow window = unbound(b);
        fail(b, window);
        opensNothing(b, "A4", window.key());
        b.expect()
                .succeeds(
                        "bind with the key restored",
                        window.bind(b.atBob(), b.bob().slice(64, 128), REMOTE_WRITE));
        isStillBound(b, window);
    }

    private static void unbindUnbound(CaseBench b) {
        CaseWindow window = unbound(b);
        int old = window.key();
        b.expect().succeeds("unbind", window.unbind(b.atBob()));
        opensNothing(b, "R2", old);
        opensNothing(b, "A4", window.key());
    }

    private static void invalidate(CaseBench b, CaseWindow window) {
        b.expect().refused("LOCAL_INV", "I1", MW_BIND_ERR, () -> b.atBob().invalidate(window.key()));
        b.connection().reconnect();
        b.expect().succeeds("bind", window.bind(b.atBob(), b.bob().slice(64, 128), REMOTE_WRITE));
        isStillBound(b, window);
    }

    private static void invalidateByPeer(CaseBench b, CaseWindow window) {
        ClassJ.refused(b, b.connection(), window.key(), "I1");
        b.connection().reconnect();
        b.expect().succeeds("bind", window.bind(b.atBob(), b.bob().slice(64, 128), REMOTE_WRITE));
        isStillBound(b, window);
    }

    private static void bindByRequest(CaseBench b, CaseWindow window) {
        BindMw request =
                BindMw.of(b.wrId(), window.mw(), window.mw().nextKey(), b.bob().slice(0, 64), REMOTE_WRITE);
        b.expect().refusedPost("BIND_MW", "P8", Set.of(EINVAL), () -> b.atBob().post(request));
    }

    private static void deallocUnbound(CaseBench b) {
        CaseWindow window = unbound(b);
        window.mw().close();
        opensNothing(b, "R1", window.key());
    }

    private static void deregUnbound(CaseBench b) {
        unbound(b);
        b.expect().works("dereg_mr", b.bob().region()::close);
    }

    private static void destroyAndReset(CaseBench b, CaseWindow window) {
        b.expect().works("reset", () -> b.connection().reconnect());
        b.expect().works("destroy_qp", () -> b.atBob().qp().close());
        b.expect()
                .succeeds(
                        "bind", window.bind(b.secondConnection().bob(), b.bob().slice(64, 128), REMOTE_WRITE));
        isStillBound(b, window);
    }

    private static void rebind(CaseBench b) {
        CaseWindow window = bound(b);
        RemoteBuffer old = window.remote();
        MemoryRegion second = b.bob().register(LOCAL_WRITE, MW_BIND);
        b.expect().succeeds("rebind", window.bind(b.atBob(), second.slice(64, 128), REMOTE_WRITE));
        b.expect().refusedByPeer("write by the old key", "R2", () -> b.atAlice().write(old));
        isStillBound(b, window);
        b.expect().works("dereg_mr of the first region", b.bob().region()::close);
        b.expect().refusedCall("dereg_mr of the second", "LIFE-3", EBUSY, second::close);
    }

    private static void refusedBound(CaseBench b) {
        CaseWindow window = bound(b);
        refuseAtPost(b, window);
        isStillBound(b, window);
    }

    private static void failedBound(CaseBench b) {
        CaseWindow window = bound(b);
        fail(b, window);
        isStillBound(b, window);
    }

    private static void unbind(CaseBench b) {
        CaseWindow window = bound(b);
        int old = window.key();
        b.expect().succeeds("unbind", window.unbind(b.atBob()));
        opensNothing(b, "R2", old);
        opensNothing(b, "A4", window.key());
        b.expect().works("dereg_mr", b.bob().region()::close);
    }

    private static void invalidateBound(CaseBench b) {
        CaseWindow window = bound(b);
        b.expect().refused("LOCAL_INV", "I1", MW_BIND_ERR, () -> b.atBob().invalidate(window.key()));
        isStillBound(b, window);
    }

    private static void invalidateBoundByPeer(CaseBench b) {
        CaseWindow window = bound(b);
        ClassJ.refused(b, b.connection(), window.key(), "I1");
        isStillBound(b, window);
    }

    private static void bindBoundByRequest(CaseBench b) {
        CaseWindow window = bound(b);
        bindByRequest(b, window);
        isStillBound(b, window);
    }

    private static void deallocBound(CaseBench b) {
        CaseWindow window = bound(b);
        window.mw().close();
        opensNothing(b, "R1", window.key());
        b.expect().works("dereg_mr", b.bob().region()::close);
    }

    private static void deregBound(CaseBench b) {
        CaseWindow window = bound(b);
        b.expect().refusedCall("dereg_mr", "LIFE-3", EBUSY, b.bob().region()::close);
        isStillBound(b, window);
    }

    private static void destroyBound(CaseBench b) {
        CaseWindow window = bound(b);
        b.expect().works("reset", () -> b.connection().reconnect());
        b.expect().works("destroy_qp", () -> b.atBob().qp().close());
        isStillBound(b, window);
    }
}
