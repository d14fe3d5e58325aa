package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.MW_BIND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.Errno.EBUSY;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_1;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_2;

import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.CaseWindow;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.End;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.request.BindMw;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The device has the last word. The kernel checks the binding ledger before it calls the device, and a window may be
 * bound in between. So the kernels of these cases do not check, and the device must refuse by itself.
 */
final class LastWordCases {
    private static final int ROUNDS = 8;

    private LastWordCases() {}

    static List<ConformanceCase> all() {
        return Stream.of(regions(), pageLists(), qps(), races())
                .flatMap(List::stream)
                .toList();
    }

    private static List<ConformanceCase> regions() {
        return List.of(
                dereg("LAST-dereg-t1", TYPE_1),
                dereg("LAST-dereg-t2", TYPE_2),
                last("LAST-dereg-count", "and while one of two windows is left", LastWordCases::countsWindows, "D1"),
                last("LAST-dereg-inv", "an invalidated window holds its region no longer", LastWordCases::invalidated),
                last("LAST-dereg-unbind", "nor does an unbound one", LastWordCases::unbound),
                last("LAST-dereg-rebind", "nor one that is bound to another region", LastWordCases::rebound, "D1"),
                last("LAST-dereg-dealloc", "nor one that is gone", LastWordCases::deallocated),
                rereg("LAST-rereg-pd", "its PD", ReregCases::newPd),
                rereg("LAST-rereg-translation", "its translation", ReregCases::newMemory),
                rereg("LAST-rereg-bind", "MW_BIND", b -> b.bob().region().changeAccess(LOCAL_WRITE)),
                rereg("LAST-rereg-write", "LOCAL_WRITE", b -> b.bob().region().changeAccess(MW_BIND)));
    }

    private static List<ConformanceCase> pageLists() {
        return List.of(ConformanceCase.of(
                        "LAST-pages", "the device itself keeps pages that a region has", LastWordCases::pages)
                .breaking("D4")
                .needing(Requirement.FAST_REGIONS, Requirement.LAST_WORD));
    }

    private static List<ConformanceCase> qps() {
        return List.of(
                qp("LAST-destroy-2A", "destroyed", "destroy_qp", bob -> bob.qp().close()),
                qp("LAST-reset-2A", "reset", "modify to RESET", bob -> bob.qp().reset()));
    }

    private static List<ConformanceCase> races() {
        return List.of(last("LAST-race", "of a dereg and a bind at the same time one fails", LastWordCases::race));
    }

    private static ConformanceCase last(String id, String title, CaseBody body, String... rules) {
        return ConformanceCase.of(id, title, body).breaking(rules).needing(Requirement.WINDOWS, Requirement.LAST_WORD);
    }

    private static ConformanceCase dereg(String id, MwType type) {
        return last(
                id,
                "the device itself keeps a region with a bound window of " + type,
                b -> {
                    CaseWindow window = b.boundWindow(type, 0, 64, REMOTE_WRITE);
                    isHeld(b, window);
                },
                "D1");
    }

    private static ConformanceCase rereg(String id, String what, CaseBody change) {
        return last(
                        id,
                        "the device itself keeps " + what + " of a region with bound windows",
                        b -> {
                            CaseWindow window = b.boundWindow(TYPE_2, 0, 64, REMOTE_WRITE);
                            b.expect().refusedByDevice("rereg_mr", "D3", EBUSY, () -> change.run(b));
                            isOpen(b, window);
                        },
                        "D3")
                .needing(Requirement.REREG);
    }

    private static ConformanceCase qp(String id, String what, String call, Consumer<End> change) {
        return last(
                        id,
                        "the device itself does not let a QP be " + what + " that holds a 2A window",
                        b -> {
                            CaseWindow window = b.boundWindow(TYPE_2, 0, 64, REMOTE_WRITE);
                            b.expect().refusedByDevice(call, "D2", EBUSY, () -> change.accept(b.atBob()));
                            isOpen(b, window);
                            b.expect().succeeds("LOCAL_INV", b.atBob().invalidate(window.key()));
                            b.expect().works(call + " without it", () -> change.accept(b.atBob()));
                        },
                        "D2")
                .needing(Requirement.TYPE_2A);
    }

    private static void pages(CaseBench b) {
        FastRegionCases.held(b, pages -> b.expect().refusedByDevice("dereg the page list", "D4", EBUSY, pages::close));
    }

    private static void isHeld(CaseBench b, CaseWindow window) {
        b.expect().refusedByDevice("dereg_mr", "D1", EBUSY, b.bob().region()::close);
        isOpen(b, window);
    }

    private static void isOpen(CaseBench b, CaseWindow window) {
        b.expect().succeeds("write through the window", b.atAlice().write(window.remote()));
        b.expect().landed(0, 64);
    }

    private static void countsWindows(CaseBench b) {
        CaseWindow stays = b.boundWindow(TYPE_1, 0, 64, REMOTE_WRITE);
        CaseWindow goes = b.boundWindow(TYPE_2, 0, 64, REMOTE_WRITE);
        b.expect().succeeds("LOCAL_INV", b.atBob().invalidate(goes.key()));
        isHeld(b, stays);
        stays.mw().close();
        goes.mw().close();
        b.expect().works("dereg_mr without windows", b.bob().region()::close);
    }

    private static void invalidated(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_2, 0, 64, REMOTE_WRITE);
        b.expect().succeeds("LOCAL_INV", b.atBob().invalidate(window.key()));
        b.expect().works("dereg_mr", b.bob().region()::close);
    }

    private static void unbound(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_1, 0, 64, REMOTE_WRITE);
        b.expect().succeeds("unbind", window.unbind(b.atBob()));
        b.expect().works("dereg_mr", b.bob().region()::close);
    }

    private static void rebound(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_1, 0, 64, REMOTE_WRITE);
        MemoryRegion other = b.bob().register(LOCAL_WRITE, MW_BIND);
        b.expect().succeeds("rebind", window.bind(b.atBob(), other.slice(0, 64), REMOTE_WRITE));
        b.expect().refusedByDevice("dereg_mr of the new region", "D1", EBUSY, other::close);
        b.expect().works("dereg_mr of the old region", b.bob().region()::close);
        isOpen(b, window);
    }

    private static void deallocated(CaseBench b) {
        CaseWindow window = b.boundWindow(TYPE_2, 0, 64, REMOTE_WRITE);
        window.mw().close();
        b.expect().works("dereg_mr", b.bob().region()::close);
    }

    /** In either order: a deregistered region carries no window, and a region with a window stays. */
    private static void race(CaseBench b) {
        End bob = b.atBob();
        for (int i = 0; i < ROUNDS; i++) {
            MemoryRegion region = b.bob().register(LOCAL_WRITE, MW_BIND);
            MemoryWindow window = b.window(TYPE_2).mw();
            BindMw bind = BindMw.of(b.wrId(), window, window.nextKey(), region.slice(0, 64), REMOTE_WRITE);
            CompletableFuture<Boolean> gone =
                    CompletableFuture.supplyAsync(() -> !b.bob().isHeld(region));
            bob.post(bind);
            Completion outcome = bob.await(bind.wrId());
            boolean isBound = outcome.status() == WcStatus.SUCCESS;
            b.expect().holds("either the bind or the dereg_mr succeeds", isBound != gone.join());
            window.close();
            if (isBound) {
                b.expect().works("dereg_mr without the window", region::close);
            } else {
                b.connection().reconnect();
            }
        }
    }
}
