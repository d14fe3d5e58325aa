package dev.fenestra.tools.measure.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.bench.BenchFactory;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.conformance.CaseResult;
import dev.fenestra.tools.conformance.cases.ConformanceCases;
import dev.fenestra.tools.conformance.kit.Conformance;
import dev.fenestra.tools.conformance.kit.ConformanceOptions;
import dev.fenestra.tools.conformance.kit.OracleResult;
import dev.fenestra.tools.observe.journal.Journal;
import dev.fenestra.tools.testing.Repeats;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The path without observers is the fast one. It answers and refuses, case by case, like the slower paths: in a build,
 * some cases of each rule.
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
        Conformance kit = Conformance.of("mlx", benches, OPTIONS);
        OracleResult oracle = kit.oracle().orElseThrow();
        assertTrue(oracle.difference().isEmpty(), oracle::toString);
        List<CaseResult> results = ConformanceCases.all().stream()
                .filter(Repeats.cases())
                .filter(one -> !RACE.equals(one.id()))
                .map(kit::run)
                .toList();
        results.forEach(result -> assertFalse(result instanceof CaseResult.Failed, result::toString));
        return results;
    }
}
