package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_1;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_2;
import static dev.fenestra.tools.conformance.cases.SoftRoceKeys.row;

import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseWindow;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import java.util.List;

/** Cases G of the list run on soft-RoCE: which QP may access what through a window. */
final class SoftRoceAccess {
    private static final int OFFSET = 4096;
    private static final int LENGTH = 4096;

    private SoftRoceAccess() {}

    static List<ConformanceCase> all() {
        return List.of(
                row("G01", "a type-2 window answers its own QP only", SoftRoceAccess::otherQp, "A3"),
                row("G02", "a type-1 window answers any QP of its PD", SoftRoceAccess::otherPd, "A2"),
                row("G03", "outside of the window, inside of the region is refused", SoftRoceAccess::outside, "A7")
                        .settling(3),
                row("G04", "a window grants exactly its rights", SoftRoceAccess::rights, "A5")
                        .needing(Requirement.TYPE_2B, Requirement.ATOMICS),
                row("G05", "a WRITE of 0 bytes does not look at the key", SoftRoceAccess::zeroLength),
                row("G06", "window, region and an overlapping window work side by side", SoftRoceAccess::together));
    }

    private static void otherQp(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_2, 0, 64, REMOTE_WRITE);
        b.expect().succeeds("own QP", b.atAlice().write(window.remote()));
        b.expect()
                .refusedByPeer(
                        "other QP", "A3", () -> b.secondConnection().alice().write(window.remote()));
    }

    private static void otherPd(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_1, 0, 64, REMOTE_WRITE);
        b.expect().succeeds("same PD", b.secondConnection().alice().write(window.remote()));
        b.expect()
                .refusedByPeer(
                        "other PD", "A2", () -> b.foreignConnection().alice().write(window.remote()));
    }

    private static void outside(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_2, OFFSET, LENGTH, REMOTE_WRITE);
        refused(b, "straddling the start", window.at(-32, 64));
        refused(b, "straddling the end", window.at(LENGTH - 32, 64));
        refused(b, "one past", window.at(LENGTH, 1));
        b.expect().succeeds("last 64", b.atAlice().write(window.at(LENGTH - 64, 64)));
        b.expect().landed(OFFSET + LENGTH - 64, 64);
    }

    private static void refused(CaseBench b, String what, RemoteBuffer target) {
        b.expect().refusedByPeer(what, "A7", () -> b.atAlice().write(target));
        b.connection().reconnect();
    }

    private static void rights(CaseBench b) {
        for (Access granted : Access.values()) {
            CaseWindow window = b.boundWindow(TYPE_2, 0, 64, granted.right());
            for (Access tried : Access.values()) {
                tryRight(b, window, granted, tried);
            }
        }
    }

    private static void tryRight(CaseBench b, CaseWindow window, Access granted, Access tried) {
        String what = tried.text() + " by a window for " + granted.text();
        if (tried == granted) {
            b.expect().succeeds(what, tried.by(b.atAlice(), window.at(0, 8)));
        } else {
            b.expect().refusedByPeer(what, "A5", () -> tried.by(b.atAlice(), window.at(0, 8)));
            b.connection().reconnect();
        }
    }

    private static void zeroLength(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_2, 0, 64, REMOTE_WRITE);
        b.expect().succeeds("LOCAL_INV", b.atBob().invalidate(window.key()));
        b.expect().succeeds("write of 0 bytes", b.atAlice().write(window.at(0, 0)));
    }

    private static void together(CaseBench b) {
        CaseWindow one = b.boundWindow(TYPE_2, 0, 128, REMOTE_WRITE);
        CaseWindow two = b.boundWindow(TYPE_1, 64, 128, REMOTE_WRITE);
        b.expect().succeeds("first window", b.atAlice().write(one.remote()));
        b.expect().succeeds("second window", b.atAlice().write(two.remote()));
        b.expect()
                .succeeds(
                        "region",
                        b.atAlice().write(b.bob().openRegion().remote().slice(0, 192)));
        b.expect().landed(0, 192);
    }
}
