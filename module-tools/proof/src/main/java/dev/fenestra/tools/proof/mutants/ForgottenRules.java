package dev.fenestra.tools.proof.mutants;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A rule of the specification is left out, everywhere: the operator that forgets, over the rules. */
final class ForgottenRules {
    private static final ImmutableList<HcaRule> OF_DEVICE = ImmutableList.of(
            HcaRule.L4,
            HcaRule.L6,
            HcaRule.R1,
            HcaRule.R4,
            HcaRule.R5,
            HcaRule.B1,
            HcaRule.B9,
            HcaRule.F2,
            HcaRule.F3,
            HcaRule.F5,
            HcaRule.F6,
            HcaRule.F8,
            HcaRule.I8,
            HcaRule.X1,
            HcaRule.L3,
            HcaRule.I5,
            HcaRule.I7);

    /** Rules that a driver asks before it posts: the constant, and the rule's id. */
    private static final ImmutableMap<String, String> OF_DRIVER = ImmutableMap.<String, String>builder()
            .put("P10_LIST", "P10")
            .put("P11", "P11")
            .put("P4", "P4")
            .put("P6", "P6")
            .put("P7", "P7")
            .put("P8", "P8")
            .put("P9", "P9")
            .put("B2", "B2")
            .build();

    private ForgottenRules() {}

    static List<Defect> all() {
        return Stream.concat(
                        OF_DEVICE.stream().map(ForgottenRules::forgotten),
                        OF_DRIVER.entrySet().stream().map(rule -> forgotten(rule.getKey(), rule.getValue())))
                .toList();
    }

    private static Defect forgotten(HcaRule rule) {
        return Defect.of(
                "forget-" + rule.id().toLowerCase(Locale.ROOT),
                rule.violation(),
                rule.source(),
                rule.id(),
                Patch.Forget.of(rule));
    }

    private static Defect forgotten(String constant, String id) {
        Site site = Site.reading("MlxRule." + constant);
        return Defect.of(
                "forget-" + id.toLowerCase(Locale.ROOT),
                "what rule " + id + " refuses is posted",
                "man ibv_post_send",
                id,
                new Patch.Forget(site, constant, Patch.Forget.EVERY));
    }
}
