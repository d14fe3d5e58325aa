package dev.fenestra.tools.proof.mutants;

import static dev.fenestra.tools.proof.mutants.Site.named;

import java.util.List;

/** Devices and drivers that take more than they announce, or forget less or change less than they must. */
final class LimitDefects {
    private static final String REASON = "it has an effect and no rule";
    private static final String SOURCE = "man ibv_create_qp, ibv_modify_qp, ibv_rereg_mr";
    private static final int CHANGES_ACCESS = 4;

    private LimitDefects() {}

    static List<Defect> all() {
        return List.of(
                defect(
                        "receive-pieces",
                        "a receive takes more pieces",
                        "LIM-recv-sge",
                        new Patch.Forget(Site.reading("MlxRule.RECEIVE_SGE"), "RECEIVE_SGE", Patch.Forget.EVERY)),
                defect(
                        "reset-posted",
                        "a reset keeps the place in the send ring",
                        "QUE-again-sends",
                        new Patch.Lose(at("SendRing", "reset"), "posted")),
                defect(
                        "key-unchanged",
                        "a bind gives a window its first tag again",
                        "R2",
                        new Patch.Read(at("MkeyState", "bind"), "newTag", 0)),
                defect(
                        "rereg-access",
                        "a rereg keeps the rights",
                        "R4",
                        new Patch.Constant(at("MkeyModification", "complete"), CHANGES_ACCESS, 0, 0)));
    }

    private static Defect defect(String id, String text, String rule, Patch... patches) {
        return Defect.of(id, text, SOURCE, rule, patches);
    }

    private static Site at(String type, String method) {
        return named(type, method, REASON);
    }
}
