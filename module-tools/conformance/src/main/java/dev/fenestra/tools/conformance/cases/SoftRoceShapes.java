package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.MW_BIND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ZERO_BASED;
import static dev.fenestra.ib.core.vocabulary.Errno.EINVAL;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_1;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_2;
import static dev.fenestra.ib.core.vocabulary.WcStatus.MW_BIND_ERR;
import static dev.fenestra.tools.conformance.cases.SoftRoceKeys.row;

import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseHost;
import dev.fenestra.tools.conformance.CaseWindow;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.QpConnection;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import java.util.List;
import java.util.Set;

/** Cases E and F of the list run on soft-RoCE: zero-based addresses, and invalidation. */
final class SoftRoceShapes {
    private static final int LENGTH = 4096;
    private static final int UNKNOWN = 0x7fffff00;

    private SoftRoceShapes() {}

    static List<ConformanceCase> all() {
        return List.of(
                row("E01", "a zero-based window counts from 0 and ends at its length", SoftRoceShapes::zeroBased, "A7")
                        .needing(Requirement.ZERO_BASED_WINDOWS)
                        .settling(3),
                row("E02", "a type-1 window is not zero-based", SoftRoceShapes::zeroBasedTypeOne, "P4")
                        .settling(18),
                row("E03", "a zero-based region counts from 0", SoftRoceShapes::zeroBasedRegion, "R6"),
                row("E04", "a zero-based region takes no window", SoftRoceShapes::windowOfZeroBased, "P6", "B9"),
                row("F01", "LOCAL_INV of a type-1 key is refused", SoftRoceShapes::typeOne, "I1")
                        .settling(5),
                row("F02", "LOCAL_INV of a region's key is refused", SoftRoceShapes::region, "I1")
                        .settling(5),
                row("F03", "LOCAL_INV of a bound type-2 key succeeds", SoftRoceShapes::typeTwo),
                row("F04", "LOCAL_INV of a wrong key is refused", SoftRoceShapes::wrongKey, "I1", "I2"),
                row("F05", "LOCAL_INV on another QP is refused", SoftRoceShapes::otherQp, "I3"),
                row("F06", "SEND_WITH_INV of a region's key is refused", SoftRoceShapes::sendRegion, "I1")
                        .settling(6),
                row("F07", "SEND_WITH_INV of a type-1 key is refused", SoftRoceShapes::sendTypeOne, "I1")
                        .settling(6),
                row("F08", "SEND_WITH_INV of a bound type-2 key names it", SoftRoceShapes::sendTypeTwo, "A4"),
                row("F09", "SEND_WITH_INV on another QP is refused", SoftRoceShapes::sendOtherQp, "I3"),
                row("F10", "SEND_WITH_INV of a wrong key is refused", SoftRoceShapes::sendWrongKey, "I1", "I2"));
    }

    private static void zeroBased(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_2, 2048, LENGTH, REMOTE_WRITE, ZERO_BASED);
        b.expect().succeeds("at 0", b.atAlice().write(window.at(0, 64)));
        b.expect().landed(2048, 64);
        b.expect().succeeds("at length - 64", b.atAlice().write(window.at(LENGTH - 64, 64)));
        b.expect().refusedByPeer("at length", "A7", () -> b.atAlice().write(window.at(LENGTH, 64)));
        b.connection().reconnect();
        RemoteBuffer virtual = new RemoteBuffer(b.bob().region().address() + 2048, 64, window.key());
        b.expect()
                .refusedByPeer("at the virtual address", "A7", () -> b.atAlice().write(virtual));
    }

    private static void zeroBasedTypeOne(CaseBench b) {
        CaseWindow window = b.window(TYPE_1);
        b.expect()
                .refusedPost(
                        "ibv_bind_mw",
                        "P4",
                        Set.of(EINVAL),
                        () -> window.bind(b.atBob(), b.bob().slice(0, 64), REMOTE_WRITE, ZERO_BASED));
    }

    private static void zeroBasedRegion(CaseBench b) {
        MemoryRegion region = b.bob().register(LOCAL_WRITE, REMOTE_WRITE, MW_BIND, ZERO_BASED);
        b.expect().succeeds("write at 0", b.atAlice().write(new RemoteBuffer(0, 64, region.rkey())));
        b.expect().landed(0, 64);
        RemoteBuffer virtual = new RemoteBuffer(b.bob().memory().address(), 64, region.rkey());
        b.expect()
                .refusedByPeer("at the virtual address", "R6", () -> b.atAlice().write(virtual));
        b.connection().reconnect();
        CaseHost bob = b.bob();
        MemoryRegion iova = bob.pd().regMrIova(bob.memory(), 0, 8192, 0, LOCAL_WRITE, REMOTE_WRITE, MW_BIND);
        b.expect().succeeds("reg_mr_iova 0, write at 0", b.atAlice().write(new RemoteBuffer(0, 64, iova.rkey())));
        CaseWindow window = b.window(TYPE_2);
        b.expect().succeeds("window at 0x1000 of it", window.bind(b.atBob(), iova.slice(4096, 64), REMOTE_WRITE));
        b.expect().succeeds("write through it", b.atAlice().write(window.remote()));
    }

    private static void windowOfZeroBased(CaseBench b) {
        MemorySlice range = b.bob().register(LOCAL_WRITE, MW_BIND, ZERO_BASED).slice(4096, 64);
        CaseWindow one = b.window(TYPE_1);
        CaseWindow two = b.window(TYPE_2);
        b.expect().refusedPost("type 1", "P6", Set.of(EINVAL), () -> one.bind(b.atBob(), range, REMOTE_WRITE));
        b.expect().refused("type 2", "B9", MW_BIND_ERR, () -> two.bind(b.atBob(), range, REMOTE_WRITE));
    }

    private static void refused(CaseBench b, String what, int key, String rule) {
        b.expect().refused(what, rule, MW_BIND_ERR, () -> b.atBob().invalidate(key));
        b.connection().reconnect();
    }

    private static void stillOpen(CaseBench b, RemoteBuffer target) {
        b.expect().succeeds("write afterwards", b.atAlice().write(target));
    }

    private static void typeOne(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_1, 0, 64, REMOTE_WRITE);
        refused(b, "LOCAL_INV", window.key(), "I1");
        stillOpen(b, window.remote());
    }

    private static void region(CaseBench b) {
        RemoteBuffer target = b.bob().openRegion().remote().slice(0, 64);
        refused(b, "LOCAL_INV", target.rkey(), "I1");
        stillOpen(b, target);
    }

    private static void typeTwo(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_2, 0, 64, REMOTE_WRITE);
        b.expect().succeeds("LOCAL_INV", b.atBob().invalidate(window.key()));
    }

    private static void wrongKey(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_2, 0, 64, REMOTE_WRITE);
        refused(b, "wrong tag", MemoryKey.next(window.key()), "I2");
        stillOpen(b, window.remote());
        refused(b, "unknown index", UNKNOWN, "I1");
    }

    private static void otherQp(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_2, 0, 64, REMOTE_WRITE);
        b.expect()
                .refused(
                        "LOCAL_INV",
                        "I3",
                        MW_BIND_ERR,
                        () -> b.secondConnection().bob().invalidate(window.key()));
        stillOpen(b, window.remote());
    }

    private static void refusedByPeer(CaseBench b, QpConnection connection, int key, String rule, RemoteBuffer target) {
        ClassJ.refused(b, connection, key, rule);
        connection.reconnect();
        stillOpen(b, target);
    }

    private static void sendRegion(CaseBench b) {
        RemoteBuffer target = b.bob().openRegion().remote().slice(0, 64);
        refusedByPeer(b, b.connection(), target.rkey(), "I1", target);
    }

    private static void sendTypeOne(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_1, 0, 64, REMOTE_WRITE);
        refusedByPeer(b, b.connection(), window.key(), "I1", window.remote());
    }

    private static void sendTypeTwo(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_2, 0, 64, REMOTE_WRITE);
        ClassJ.obeyed(b, b.connection(), window.key());
        b.expect().refusedByPeer("write", "A4", () -> b.atAlice().write(window.remote()));
        b.connection().reconnect();
        b.expect().succeeds("rebind", window.bind(b.atBob(), b.bob().slice(0, 64), REMOTE_WRITE));
        stillOpen(b, window.remote());
    }

    private static void sendOtherQp(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_2, 0, 64, REMOTE_WRITE);
        refusedByPeer(b, b.secondConnection(), window.key(), "I3", window.remote());
    }

    private static void sendWrongKey(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_2, 0, 64, REMOTE_WRITE);
        refusedByPeer(b, b.connection(), MemoryKey.next(window.key()), "I2", window.remote());
        refusedByPeer(b, b.connection(), UNKNOWN, "I1", window.remote());
    }
}
