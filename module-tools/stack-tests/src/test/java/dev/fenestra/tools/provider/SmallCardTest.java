package dev.fenestra.tools.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.conformance.CaseResult;
import dev.fenestra.tools.conformance.kit.ConformanceOptions;
import dev.fenestra.tools.conformance.kit.ConformanceReport;
import dev.fenestra.tools.conformance.kit.ReportText;
import dev.fenestra.tools.testing.Repeats;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A card with little of everything and policies of its own is judged by the specification only. */
class SmallCardTest {
    @TempDir
    private Path folder;

    @Test
    void shouldPassAnHonestCardWithSmallLimitsAndPoliciesOfItsOwn() throws Exception {
        ConformanceReport report = SmallCard.provider()
                .judged(folder, ConformanceOptions.DEFAULT.withOracleVerbs(Repeats.of(1_000, 5_000)));

        assertEquals(Set.of(), report.failedRules(), () -> ReportText.of(report));
        assertTrue(report.isPassed(), () -> ReportText.of(report));
        assertTrue(report.count(CaseResult.Passed.class) > 400, () -> ReportText.of(report));
    }
}
