package dev.fenestra.tools.conformance.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.hw.sim.fabric.fault.FaultRates;
import dev.fenestra.ib.core.spi.WireFaults.Message;
import dev.fenestra.tools.bench.BenchFactory;
import dev.fenestra.tools.bench.FaultWords;
import dev.fenestra.tools.bench.TestBench;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random programs as parameters of a user's tests. */
class OracleProgramsTest {
    private static final Set<Long> SEEDS = new TreeSet<>();

    @OraclePrograms(seed = 7, count = 3, verbs = 60)
    void shouldRunOnceForEachProgram(OracleProgram program) {
        assertEquals(60, program.verbs());
        SEEDS.add(program.seed());
        program.check();
    }

    @AfterAll
    static void shouldHaveHadTheSeedsInOrder() {
        assertEquals(Set.of(7L, 8L, 9L), SEEDS);
    }

    @OraclePrograms(count = 2, verbs = 60)
    void shouldKeepTheRulesOnAPoorLink(OracleProgram program) {
        FaultRates poor = new FaultRates(0.01, 0.01, 0, 0.01, 0, 1_000);
        program.check(seed ->
                TestBench.builder().seed(seed).faults(FaultPlan.of(seed, poor)).build());
    }

    static Stream<OracleProgram> programs() {
        return OracleProgram.arbitrary(3, 2);
    }

    @ParameterizedTest
    @MethodSource("programs")
    void shouldBeAParameterLikeAnyOther(OracleProgram program) {
        assertTrue(List.of(3L, 4L).contains(program.seed()));
    }

    @Test
    void shouldShowTheShortestProgramThatDiffers() {
        BenchFactory deaf = seed -> TestBench.builder()
                .seed(seed)
                .faults(FaultPlan.of(FaultWords.drop().every(Message.WRITE)))
                .build();
        AssertionError differs = assertThrows(AssertionError.class, () -> new OracleProgram(1, 400).check(deaf));
        String said = String.valueOf(differs.getMessage());
        assertTrue(said.contains("expected SUCCESS") || said.contains("RETRY_EXC_ERR"), said);
        assertTrue(said.contains("@OraclePrograms(seed = 1L, count = 1, verbs = 400)"), said);
        assertTrue(said.contains("void main"), said);
    }

    @Test
    void shouldRefuseAProgramWithoutVerbs() {
        assertEquals(
                "a program has at least 1 verb, not 0",
                assertThrows(IllegalArgumentException.class, () -> new OracleProgram(1, 0))
                        .getMessage());
    }
}
