package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.MW_BIND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.Errno.EBUSY;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_1;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_2;

import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseWindow;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.memory.MemoryRegion;
import java.util.ArrayList;
import java.util.List;

/**
 * How many windows hold a region, or a QP: each bind counts once, and each end of a binding once. The region can go
 * when the last window has gone, and not before.
 */
final class WindowCountCases {
    /** Windows of each type. */
    private static final int EACH = 4;

    private WindowCountCases() {}

    static List<ConformanceCase> all() {
        List<ConformanceCase> cases = new ArrayList<>();
        for (boolean isNewestFirst : new boolean[] {false, true}) {
            String suffix = isNewestFirst ? "-newest" : "-oldest";
            String order = isNewestFirst ? "the newest goes first" : "the oldest goes first";
            cases.add(ConformanceCase.of(
                            "CNT-region" + suffix,
                            "a region goes with the last of many windows: " + order,
                            b -> region(b, false, isNewestFirst))
                    .breaking("LIFE-3")
                    .needing(Requirement.WINDOWS));
            cases.add(ConformanceCase.of(
                            "CNT-device" + suffix,
                            "the device itself counts them all: " + order,
                            b -> region(b, true, isNewestFirst))
                    .breaking("D1")
                    .needing(Requirement.WINDOWS, Requirement.LAST_WORD));
        }
        cases.add(ConformanceCase.of("CNT-again", "a window that is bound again counts once", WindowCountCases::again)
                .breaking("LIFE-3")
                .needing(Requirement.WINDOWS));
        cases.add(ConformanceCase.of("CNT-qp", "a QP goes with the last of its 2A windows", WindowCountCases::qp)
                .breaking("LIFE-4")
                .needing(Requirement.TYPE_2A));
        return cases;
    }

    private static List<CaseWindow> windows(CaseBench b, MwType... types) {
        List<CaseWindow> windows = new ArrayList<>();
        for (int i = 0; i < EACH; i++) {
            for (MwType type : types) {
                windows.add(b.boundWindow(type, 64L * windows.size(), 64, REMOTE_WRITE));
            }
        }
        return windows;
    }

    private static void region(CaseBench b, boolean isDevice, boolean isNewestFirst) {
        MemoryRegion elsewhere = b.bob().register(LOCAL_WRITE, MW_BIND);
        List<CaseWindow> windows = windows(b, TYPE_1, TYPE_2);
        MemoryRegion held = b.bob().region();
        for (int way = 0; !windows.isEmpty(); way++) {
            if (isDevice) {
                b.expect().refusedByDevice("dereg_mr", "D1", EBUSY, held::close);
            } else {
                b.expect().refusedCall("dereg_mr", "LIFE-3", EBUSY, held::close);
            }
            CaseWindow going = isNewestFirst ? windows.removeLast() : windows.removeFirst();
            leave(b, going, way / 2, elsewhere);
        }
        b.expect().works("dereg_mr without windows", held::close);
    }

    /** Each window leaves the region in another way. */
    private static void leave(CaseBench b, CaseWindow window, int way, MemoryRegion elsewhere) {
        boolean isType1 = window.mw().type() == TYPE_1;
        switch (way) {
            case 0 -> window.mw().close();
            case 1 -> {
                if (isType1) {
                    b.expect().succeeds("bind elsewhere", window.bind(b.atBob(), elsewhere.slice(0, 64), REMOTE_WRITE));
                } else {
                    ClassJ.obeyed(b, b.connection(), window.key());
                }
            }
            default ->
                b.expect()
                        .succeeds(
                                "its end",
                                isType1 ? window.unbind(b.atBob()) : b.atBob().invalidate(window.key()));
        }
    }

    private static void again(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_1, 0, 64, REMOTE_WRITE);
        for (int i = 1; i < EACH; i++) {
            b.expect().succeeds("bind", window.bind(b.atBob(), b.bob().slice(64L * i, 64), REMOTE_WRITE));
            MemoryRegion held = b.bob().region();
            b.expect().refusedCall("dereg_mr", "LIFE-3", EBUSY, held::close);
        }
        b.expect().succeeds("unbind", window.unbind(b.atBob()));
        b.expect().works("dereg_mr", b.bob().region()::close);
    }

    private static void qp(CaseBench b) {
        for (CaseWindow window : windows(b, TYPE_2)) {
            b.expect()
                    .refusedCall(
                            "destroy_qp", "LIFE-4", EBUSY, () -> b.atBob().qp().close());
            b.expect().succeeds("LOCAL_INV", b.atBob().invalidate(window.key()));
        }
        b.expect().works("destroy_qp", () -> b.atBob().qp().close());
    }
}
