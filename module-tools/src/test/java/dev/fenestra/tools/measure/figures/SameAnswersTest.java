package dev.fenestra.tools.measure.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.bench.BenchFactory;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.conformance.CaseResult;
import dev.fenestra.tools.conformance.kit.Conformance;
import dev.fenestra.tools.conformance.kit.ConformanceOptions;
import dev.fenestra.tools.conformance.kit.ConformanceReport;
import dev.fenestra.tools.observe.journal.Journal;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The path without observers is the fast one. It answers and refuses, case by case, like the slower paths.
 */
class SameAnswersTest {
    private static final ConformanceOptions OPTIONS = ConformanceOptions.DEFAULT.withOracleVerbs(500);

    /** Two threads, of which either may win. */
    private static final String RACE = "LAST-race";

    private static List<CaseResult> unwatched;

    @BeforeAll
    static void runUnwatched() {
        unwatched = results(TestBench::twoHosts);
        assertTrue(unwatched.size() > 100, "only " + unwatched.size() + " cases");
    }

    @Test
    void shouldAnswerAsWhenAllIsWatchedAndEachPacketIsBytesWithAnIcrc() {
        assertEquals(unwatched, results(seed -> {
            TestBench bench = TestBench.builder().seed(seed).wire().build();
            Journal.of(bench);
            return bench;
        }));
    }

    private static List<CaseResult> results(BenchFactory benches) {
        ConformanceReport report = Conformance.run("mlx", benches, OPTIONS);
        assertTrue(report.isPassed(), () -> report.failures() + " " + report.oracle());
        return report.results().filter(result -> !RACE.equals(result.of().id())).toList();
    }
}
