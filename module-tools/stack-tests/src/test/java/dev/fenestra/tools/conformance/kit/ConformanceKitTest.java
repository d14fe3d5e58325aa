package dev.fenestra.tools.conformance.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.spi.Deviation;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.conformance.CaseResult;
import dev.fenestra.tools.conformance.ConformanceCase;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConformanceKitTest {
    private static final ConformanceOptions B12 = ConformanceOptions.DEFAULT.withRule("b12");
    private static final long SOME_VERBS = 2_000;
    private static final CaseResult.Failed FAILED =
            new CaseResult.Failed(ConformanceCase.of("X", "x is y", _ -> {}), Set.of("B1", "B2"), "y", "z");

    @Test
    void shouldRunOnlyTheCasesOfARule() {
        ConformanceReport report = Conformance.run("mlx", TestBench::twoHosts, B12);
        assertTrue(report.isPassed());
        assertTrue(report.results().count() > 0);
        assertTrue(report.results().allMatch(result -> result.of().rules().contains("B12")));
        assertEquals(Optional.empty(), report.oracle());
    }

    @Test
    void shouldCompareWithTheModelToo() {
        ConformanceOptions options = B12.withOracleVerbs(500).withSeed(7);
        OracleResult result =
                OracleCheck.onPath().run(OracleTask.of(TestBench::twoHosts, options.seed(), options.oracleVerbs()));
        assertEquals(Optional.empty(), result.difference());
        assertTrue(result.verbs() >= 500, result.toString());
    }

    /**
     * Requests that use bytes of a receive before its completion is polled: mlx5 has them in the completion until then.
     */
    @ParameterizedTest
    @ValueSource(longs = {264910357, 1031901409, 1067328989, 818502902, 667278269})
    void shouldNotBlameADeviceForBytesThatAreUndefinedUntilThePoll(long seed) {
        OracleResult result = OracleCheck.onPath().run(OracleTask.of(TestBench::twoHosts, seed, SOME_VERBS));
        assertEquals(Optional.empty(), result.difference());
    }

    @Test
    void shouldReportADeclaredDeviationThatDoesNotShow() {
        Deviation declared = new Deviation("B12", "not yet");
        ConformanceReport report = Conformance.run("mlx", TestBench::twoHosts, B12.withDeviations(List.of(declared)));
        assertEquals(List.of(declared), report.unshown());
        assertTrue(report.isPassed());
    }

    @Test
    void shouldNotBlameADeviationWhoseRuleWasNotTried() {
        List<Deviation> declared = List.of(new Deviation("A7", "not yet"));
        ConformanceReport report = Conformance.run("mlx", TestBench::twoHosts, B12.withDeviations(declared));
        assertEquals(List.of(), report.unshown());
    }

    @Test
    void shouldExcuseAFailureOnlyWhenEveryRuleAtFaultWasDeclared() {
        Deviation one = new Deviation("B1", "no keys");
        Deviation other = new Deviation("B2", "no rights");
        assertEquals(FAILED, Deviations.apply(FAILED, List.of(one)));
        assertEquals(
                new CaseResult.Deviated(FAILED, List.of(one, other)),
                Deviations.apply(FAILED, List.of(one, other, new Deviation("B3", "no zero"))));
    }
}
