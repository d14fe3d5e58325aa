package dev.fenestra.tools.proof.mutants;

import static dev.fenestra.tools.proof.mutants.Site.named;

import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import java.util.List;

/** Devices that rely on the kernel: they do not look themselves whether windows are bound. */
final class LastWordDefects {
    private static final String REASON = "it has an effect and no rule";
    private static final String SOURCE = "IBA 10.6.7.2";

    private LastWordDefects() {}

    static List<Defect> all() {
        return List.of(
                defect(
                        "last-dereg",
                        "the device gives up a region with bound windows when the kernel asks",
                        "D1",
                        new Patch.Skip(at("MkeyCommands", "destroy"), "get")),
                defect(
                        "last-pages",
                        "the device says that it gave up a page list with registrations",
                        "D4",
                        new Patch.Swap(at("MkeyCommands", "held"), "MKEY_PAGES_HELD", "NONE")),
                defect(
                        "last-rereg",
                        "the device changes a region with bound windows when the kernel asks",
                        "D3",
                        new Patch.Return(at("MkeyModification", "disturbsWindows"), 0)),
                defect(
                        "last-rereg-rights",
                        "the device takes rights that bound windows need",
                        "D3",
                        new Patch.Return(at("MkeyModification", "takesAway"), 0)),
                defect(
                                "last-qp",
                                "the device destroys and resets QPs that hold 2A windows when the kernel asks",
                                "D2",
                                new Patch.Forget(
                                        Site.reading("CommandSyndrome.QP_HELD"), "QP_HELD", Patch.Forget.EVERY))
                        .on(WindowSupport.TYPES_1_AND_2A),
                defect(
                                "last-reset",
                                "the device resets a QP that holds 2A windows when the kernel asks",
                                "D2",
                                new Patch.Skip(at("QpStateCommands", "reset"), "hasBoundWindows"))
                        .on(WindowSupport.TYPES_1_AND_2A));
    }

    private static Defect defect(String id, String text, String rule, Patch... patches) {
        return Defect.of(id, text, SOURCE, rule, patches);
    }

    private static Site at(String type, String method) {
        return named(type, method, REASON);
    }
}
