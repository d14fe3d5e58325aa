package dev.fenestra.tools.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.conformance.CaseResult;
import dev.fenestra.tools.conformance.kit.ConformanceOptions;
import dev.fenestra.tools.conformance.kit.ConformanceReport;
import dev.fenestra.tools.conformance.kit.OracleResult;
import dev.fenestra.tools.conformance.kit.ReportText;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a provider declares passes everywhere; what it does not declare is named. */
class DeclaredDeviationTest {
    private static final ConformanceOptions FEW_VERBS = ConformanceOptions.DEFAULT.withOracleVerbs(3_000);
    private static final String OWN_RULE = "NOVA-21";

    @TempDir
    private Path folder;

    @Test
    void shouldPassTheOracleTooWithADeclaredDeviation() throws Exception {
        ConformanceReport report = declaring(withoutB12(), "B12").judged(folder, FEW_VERBS);

        assertTrue(report.isPassed(), () -> ReportText.of(report));
        assertEquals(Set.of(), report.failedRules());
        assertEquals(List.of(), report.unshown());
        OracleResult oracle = report.oracle().orElseThrow();
        assertEquals(Set.of("B12"), oracle.deviated().orElseThrow().rules());
        assertTrue(oracle.verbs() >= 3_000, oracle.toString());
    }

    @Test
    void shouldNameTheRuleThatTheOracleFindsBroken() throws Exception {
        OracleResult.Finding finding = withoutB12()
                .compiled(folder)
                .underTest()
                .kit(FEW_VERBS)
                .oracle()
                .flatMap(OracleResult::difference)
                .orElseThrow();

        assertEquals(Set.of("B12"), finding.rules());
    }

    @Test
    void shouldRunTheCasesInWhichAVendorsOwnRuleRefuses() throws Exception {
        ConformanceReport report = strict().judged(folder, FEW_VERBS.withRule(OWN_RULE));

        assertTrue(report.results().count() > 0);
        assertFalse(report.isPassed());
        assertTrue(report.failedRules().contains("A7"), report.failedRules().toString());
    }

    @Test
    void shouldReportAndNotFailWhatADeclaredRuleOfItsOwnRefuses() throws Exception {
        ConformanceReport report = declaring(strict(), OWN_RULE).judged(folder, FEW_VERBS.withRule("A7"));

        assertTrue(report.isPassed(), () -> ReportText.of(report));
        assertTrue(report.count(CaseResult.Deviated.class) > 0);
    }

    @Test
    void shouldDemandTheIdOfTheLastWordUnlessAnotherOneIsDeclared() throws Exception {
        ConformanceOptions lastWord = ConformanceOptions.DEFAULT.withRule("D1");

        ConformanceReport silent = ownLastWord().judged(folder.resolve("silent"), lastWord);
        assertTrue(silent.failedRules().contains("D1"), silent.failedRules().toString());

        ConformanceReport declared = declaring(ownLastWord(), OWN_RULE).judged(folder.resolve("declared"), lastWord);
        assertTrue(declared.isPassed(), () -> ReportText.of(declared));
        assertTrue(declared.count(CaseResult.Deviated.class) > 0);
    }

    private static PatchedProvider withoutB12() throws ProviderException {
        return PatchedProvider.nova()
                .with(
                        "WindowUnit.java",
                        "region.covers(work.bindAddress, work.bindLength) ? null : NovaRule.B12",
                        "null");
    }

    /** A card that names a rule of its own where the range of an access is wrong. */
    private static PatchedProvider strict() throws ProviderException {
        return PatchedProvider.nova()
                .with("AccessChecks.java", "return NovaRule.A7;", "return NovaRule.OWN;")
                .with(
                        "NovaRule.java",
                        "    T5(",
                        "    OWN(101, \"" + OWN_RULE
                                + "\", \"few bytes\", \"many bytes\", \"nova\", WcStatus.REM_ACCESS_ERR),\n    T5(");
    }

    /** A card that gives up no region with bound windows, and says so by a rule of its own. */
    private static PatchedProvider ownLastWord() throws ProviderException {
        return PatchedProvider.nova()
                .with("Regions.java", "NovaRule.D1, ", "NovaRule.OWN, ")
                .with(
                        "NovaRule.java",
                        "    T5(",
                        "    OWN(\"" + OWN_RULE + "\", \"free\", \"bound\", \"nova\", Errno.EBUSY),\n    T5(");
    }

    private static PatchedProvider declaring(PatchedProvider nova, String rule) {
        return nova.with(
                "NovaDriver.java",
                "return List.of();\n    }\n\n    /** The cards",
                "return List.of(new Deviation(\"" + rule + "\", \"known\"));\n    }\n\n    /** The cards");
    }
}
