package dev.fenestra.tools.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.conformance.cases.ConformanceCases;
import dev.fenestra.tools.conformance.cases.SoftRoceTable;
import dev.fenestra.tools.observe.rules.SoftRoceAnswer;
import dev.fenestra.tools.testing.GeneratedPage;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Keeps docs/generated/soft-roce.md true. */
class SoftRoceTableTest {
    private static final GeneratedPage PAGE = new GeneratedPage("soft-roce.md");

    private final List<CaseResult> results = new ConformanceSuite(TestBench::twoHosts)
            .run(ConformanceCases.softRoce().cases(), _ -> true);

    @Test
    void shouldBeTheTableInTheDocuments() throws IOException {
        String expected = SoftRoceTable.of(results);
        PAGE.assertSays(expected);
    }

    @Test
    void shouldHaveOurAnswerToEveryRecordedCase() {
        assertEquals(
                SoftRoceAnswer.all().stream().map(SoftRoceAnswer::id).toList(),
                results.stream().map(result -> result.of().id()).toList());
        results.forEach(result -> assertTrue(result instanceof CaseResult.Passed, result.toString()));
    }
}
