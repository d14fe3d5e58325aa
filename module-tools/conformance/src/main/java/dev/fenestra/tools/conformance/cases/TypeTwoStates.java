package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.Errno.EBUSY;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_2;
import static dev.fenestra.ib.core.vocabulary.WcStatus.MW_BIND_ERR;

import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.CaseWindow;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.QpConnection;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import java.util.List;

/**
 * The state tables of type 2A and 2B: Invalid (I), Free (F), Valid (V), and every event in each. If the tables agree,
 * one case serves both and runs on a device with either type.
 */
final class TypeTwoStates {
    private TypeTwoStates() {}

    static List<ConformanceCase> all() {
        return List.of(
                cell("I-alloc", "alloc gives a free window whose key opens nothing", TypeTwoStates::allocated, "A4"),
                cell("I-inv", "the key of a deallocated window cannot be invalidated", TypeTwoStates::deadKey, "I1"),
                cell("I-sendinv", "nor by the peer", TypeTwoStates::deadKeyByPeer, "I1"),
                cell("F-bind", "a bind opens the range under the key it names", TypeTwoStates::bind),
                cell("F-fail", "a bind that fails leaves it free", TypeTwoStates::failedFree, "B12"),
                cell("F-zero", "a bind of length 0 is refused", TypeTwoStates::zeroLengthFree, "B6"),
                cell("F-zero-tag-0", "so is one with tag 0", TypeTwoStates::zeroLengthTag0Free, "B6"),
                cell("F-inv", "LOCAL_INV succeeds and changes nothing", TypeTwoStates::invalidateFree)
                        .settling(21),
                cell("F-sendinv", "SEND_WITH_INV succeeds and changes nothing", TypeTwoStates::invalidateFreeByPeer)
                        .settling(21),
                cell("F-dealloc", "dealloc kills the key", TypeTwoStates::deallocFree, "R1"),
                cell("F-dereg", "it keeps no region", TypeTwoStates::deregFree),
                cell("F-destroy", "it keeps no QP", TypeTwoStates::destroyFree),
                cell("V-bind", "a bound window is not bound again", TypeTwoStates::rebind, "B4"),
                cell("V-fail", "a bind that would fail anyway leaves it bound", TypeTwoStates::failedBound, "B4"),
                cell("V-zero", "a bind of length 0 leaves it bound", TypeTwoStates::zeroLengthBound, "B4"),
                cell("V-zero-tag-0", "so does one with tag 0", TypeTwoStates::zeroLengthTag0Bound, "B4", "LIFE-3"),
                cell("V-inv", "LOCAL_INV through its QP frees it", TypeTwoStates::invalidate, "A4"),
                cell("V-inv-other", "LOCAL_INV through another QP leaves it bound", TypeTwoStates::otherQp, "I3"),
                cell("V-sendinv", "SEND_WITH_INV on its QP frees it", TypeTwoStates::invalidateByPeer, "A4"),
                cell("V-sendinv-other", "SEND_WITH_INV on another QP leaves it bound", TypeTwoStates::otherPeer, "I3"),
                cell("V-dealloc", "dealloc unbinds it and kills the key", TypeTwoStates::deallocBound, "R1"),
                cell("V-dereg", "it keeps its region", TypeTwoStates::deregBound, "LIFE-3"),
                cell("V-destroy-2A", "a 2A window keeps its QP", TypeTwoStates::destroy2A, "LIFE-4")
                        .needing(Requirement.TYPE_2A),
                cell("V-reset-2A", "a 2A window keeps its QP out of RESET", TypeTwoStates::reset2A, "LIFE-4")
                        .needing(Requirement.TYPE_2A),
                cell("V-destroy-2B", "a 2B window lets its QP go, and its key is dead", TypeTwoStates::destroy2B, "A3")
                        .needing(Requirement.TYPE_2B),
                cell("V-reset-2B", "a 2B window is usable again after RESET and RTS", TypeTwoStates::reset2B)
                        .needing(Requirement.TYPE_2B));
    }

    private static ConformanceCase cell(String id, String title, CaseBody body, String... rules) {
        return ConformanceCase.of("T2-" + id, "type 2: " + title, body)
                .breaking(rules)
                .needing(Requirement.WINDOWS);
    }

    private static CaseWindow free(CaseBench b) {
        return b.window(TYPE_2);
    }

    private static CaseWindow bound(CaseBench b) {
        return b.boundWindow(TYPE_2, 64, 128, REMOTE_WRITE);
    }

    private static void isBound(CaseBench b, CaseWindow window) {
        b.expect().succeeds("write through it", b.atAlice().write(window.remote()));
        b.expect().landed(64, 128);
    }

    private static void canBeBound(CaseBench b, CaseWindow window) {
        b.expect().succeeds("bind", window.bind(b.atBob(), b.bob().slice(64, 128), REMOTE_WRITE));
        isBound(b, window);
    }

    private static MemorySlice beyond(CaseBench b) {
        MemoryRegion region = b.bob().region();
        return new MemorySlice(region, region.address() + region.length() - 64, 128);
    }

    private static void opensNothing(CaseBench b, String rule, int key) {
        RemoteBuffer start = new RemoteBuffer(b.bob().region().address() + 64, 8, key);
        b.expect().refusedByPeer("write", rule, () -> b.atAlice().write(start));
        b.connection().reconnect();
    }

    private static void allocated(CaseBench b) {
        opensNothing(b, "A4", free(b).key());
    }

    private static void deadKey(CaseBench b) {
        CaseWindow window = free(b);
        window.mw().close();
        b.expect().refused("LOCAL_INV", "I1", MW_BIND_ERR, () -> b.atBob().invalidate(window.key()));
    }

    private static void deadKeyByPeer(CaseBench b) {
        CaseWindow window = free(b);
        window.mw().close();
        ClassJ.refused(b, b.connection(), window.key(), "I1");
    }

    private static void bind(CaseBench b) {
        canBeBound(b, free(b));
    }

    private static void failedFree(CaseBench b) {
        CaseWindow window = free(b);
        b.expect().refused("bind", "B12", MW_BIND_ERR, () -> window.bind(b.atBob(), beyond(b), REMOTE_WRITE));
        b.connection().reconnect();
        canBeBound(b, window);
    }

    private static void zeroLength(CaseBench b, CaseWindow window, QpConnection connection, String rule) {
        zeroLength(b, window, 0x77, connection, rule);
    }

    /**
     * A driver may build a bind of length 0 as an invalidate, which clears the tag: with tag 0 the two would look the
     * same.
     */
    private static void zeroLengthTag0(CaseBench b, CaseWindow window, QpConnection connection, String rule) {
        zeroLength(b, window, 0, connection, rule);
    }

    private static void zeroLength(CaseBench b, CaseWindow window, int tag, QpConnection connection, String rule) {
        MemorySlice nothing = b.bob().slice(0, 0);
        int key = window.key() & ~0xff | tag;
        b.expect().refused("bind", rule, MW_BIND_ERR, () -> window.bind(connection.bob(), key, nothing, REMOTE_WRITE));
    }

    private static void invalidateFree(CaseBench b) {
        CaseWindow window = free(b);
        b.expect().succeeds("LOCAL_INV, never bound", b.atBob().invalidate(window.key()));
        canBeBound(b, window);
        b.expect().succeeds("LOCAL_INV", b.atBob().invalidate(window.key()));
        b.expect().succeeds("LOCAL_INV again", b.atBob().invalidate(window.key()));
    }

    private static void invalidateFreeByPeer(CaseBench b) {
        CaseWindow window = free(b);
        ClassJ.obeyed(b, b.connection(), window.key());
        canBeBound(b, window);
        ClassJ.obeyed(b, b.connection(), window.key());
        ClassJ.obeyed(b, b.connection(), window.key());
    }

    private static void deallocFree(CaseBench b) {
        CaseWindow window = free(b);
        window.mw().close();
        opensNothing(b, "R1", window.key());
    }

    private static void deregFree(CaseBench b) {
        free(b);
        b.expect().works("dereg_mr", b.bob().region()::close);
    }

    private static void destroyFree(CaseBench b) {
        CaseWindow window = bound(b);
        b.expect().succeeds("LOCAL_INV", b.atBob().invalidate(window.key()));
        b.expect().works("reset", () -> b.connection().reconnect());
        b.expect().works("destroy_qp", () -> b.atBob().qp().close());
    }

    private static void rebind(CaseBench b) {
        CaseWindow window = bound(b);
        b.expect()
                .refused(
                        "bind",
                        "B4",
                        MW_BIND_ERR,
                        () -> window.bind(b.secondConnection().bob(), b.bob().slice(0, 64), REMOTE_WRITE));
        isBound(b, window);
    }

    private static void failedBound(CaseBench b) {
        CaseWindow window = bound(b);
        MemoryRegion closed = b.bob().register(LOCAL_WRITE);
        b.expect()
                .refused(
                        "bind",
                        "B4",
                        MW_BIND_ERR,
                        () -> window.bind(b.secondConnection().bob(), closed.slice(0, 64), REMOTE_WRITE));
        isBound(b, window);
    }

    private static void zeroLengthFree(CaseBench b) {
        zeroLength(b, free(b), b.connection(), "B6");
    }

    private static void zeroLengthTag0Free(CaseBench b) {
        zeroLengthTag0(b, free(b), b.connection(), "B6");
    }

    private static void zeroLengthBound(CaseBench b) {
        CaseWindow window = bound(b);
        zeroLength(b, window, b.secondConnection(), "B4");
        isBound(b, window);
    }

    /**
     * The access comes through the QP that bound the window, where an invalidate would free it. That QP is in ERR then,
     * so the region shows the result.
     */
    private static void zeroLengthTag0Bound(CaseBench b) {
        CaseWindow window = bound(b);
        zeroLengthTag0(b, window, b.connection(), "B4");
        b.expect().refusedCall("dereg_mr", "LIFE-3", EBUSY, b.bob().region()::close);
    }

    private static void invalidate(CaseBench b) {
        CaseWindow window = bound(b);
        b.expect().succeeds("LOCAL_INV", b.atBob().invalidate(window.key()));
        opensNothing(b, "A4", window.key());
        b.expect().works("dereg_mr", b.bob().region()::close);
    }

    private static void otherQp(CaseBench b) {
        CaseWindow window = bound(b);
        b.expect()
                .refused(
                        "LOCAL_INV",
                        "I3",
                        MW_BIND_ERR,
                        () -> b.secondConnection().bob().invalidate(window.key()));
        isBound(b, window);
    }

    private static void invalidateByPeer(CaseBench b) {
        CaseWindow window = bound(b);
        ClassJ.obeyed(b, b.connection(), window.key());
        opensNothing(b, "A4", window.key());
        b.expect().works("dereg_mr", b.bob().region()::close);
    }

    private static void otherPeer(CaseBench b) {
        CaseWindow window = bound(b);
        ClassJ.refused(b, b.secondConnection(), window.key(), "I3");
        isBound(b, window);
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
        isBound(b, window);
    }

    private static void destroy2A(CaseBench b) {
        CaseWindow window = bound(b);
        b.expect()
                .refusedCall("destroy_qp", "LIFE-4", EBUSY, () -> b.atBob().qp().close());
        isBound(b, window);
        b.expect().succeeds("LOCAL_INV", b.atBob().invalidate(window.key()));
        b.expect().works("destroy_qp when it is free", () -> b.atBob().qp().close());
    }

    private static void reset2A(CaseBench b) {
        CaseWindow window = bound(b);
        b.expect()
                .refusedCall(
                        "modify to RESET", "LIFE-4", EBUSY, () -> b.atBob().qp().reset());
        isBound(b, window);
        window.mw().close();
        b.expect().works("modify to RESET without it", () -> b.atBob().qp().reset());
    }

    private static void destroy2B(CaseBench b) {
        CaseWindow window = bound(b);
        b.expect().works("destroy_qp", () -> b.atBob().qp().close());
        b.expect()
                .refusedByPeer(
                        "write through another QP",
                        "A3",
                        () -> b.secondConnection().alice().write(window.remote()));
        b.expect().works("dealloc_mw", () -> window.mw().close());
        b.expect().works("dereg_mr", b.bob().region()::close);
    }

    private static void reset2B(CaseBench b) {
        CaseWindow window = bound(b);
        b.expect().works("reset", () -> b.connection().reconnect());
        isBound(b, window);
    }
}
