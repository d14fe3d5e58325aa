package dev.fenestra.tools.proof.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.proof.explorer.Exploration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A defect that throws: the device's user half has no memory to write a bind into. All that judge take it for one. */
final class ExceptionDefectTest {
    private static final Patch PATCH =
            new Patch.Skip(Site.named("UmrSegments", "bind", "where a bind is written is no rule"), "segment");

    private static final Defect DEFECT = Defect.of("throwing-bind", "a bind throws", "made for this test", "B1", PATCH)
            .exploredAfter(0);

    private static final MutantRun MUTANTS = new MutantRun();

    @Test
    void shouldBeAFailedCase() {
        assertTrue(MUTANTS.run(DEFECT).isKilled());
    }

    @Test
    void shouldBeACounterExampleOfTheExplorer() {
        Exploration.Finding found = MUTANTS.explore(DEFECT, 1).counterExample().orElseThrow();

        assertEquals("ORACLE-EXCEPTION, exception of post_send", found.invariant());
        assertTrue(found.program().contains(".bindMw(bobMw0, "), found.program());
    }

    @Test
    void shouldBeADifferenceOfTheOracle() {
        List<String> found = MUTANTS.consult(List.of(PATCH), List.of("MLX5_SCATTER_TO_CQE", "1"), 1_000);

        assertEquals(List.of("exception", "none"), found.subList(0, 2));
        assertTrue(found.getLast().contains("NullPointerException"), found.getLast());
    }

    @Test
    void shouldBeAProgramThatTheSoakBlames() {
        List<String> found = MUTANTS.soak(List.of(PATCH), 1_000);

        assertTrue(
                found.getFirst().startsWith("it fails without faults: an exception: java.lang.Null"), found::toString);
    }
}
