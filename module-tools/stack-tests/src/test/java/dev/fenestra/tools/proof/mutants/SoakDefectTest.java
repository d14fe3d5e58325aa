package dev.fenestra.tools.proof.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Defects of retries and timers: a few thousand plans of the soak find them, or the oracle does where QPs fail. */
final class SoakDefectTest {
    private static final Site IS_FULL =
            Site.named("ResponseQueue", "isFull", "what counts against the depth is no rule of its own");
    private static final Site REARM = Site.named("Timers", "rearm", "when a timer runs is no rule");
    private static final List<String> USUAL = List.of("MLX5_SCATTER_TO_CQE", "1");

    private static final MutantRun MUTANTS = new MutantRun();

    /**
     * A late copy and the requests after it must reach the responder before its turn. The soak's batches ensure that.
     */
    @Test
    void shouldFindARepeatedRequestThatCountsAgainstTheDepth() {
        List<String> found = MUTANTS.soak(
                List.of(new Patch.Swap(IS_FULL, "next", "owing"), new Patch.Read(IS_FULL, "unanswered", 0)), 4_000);

        assertFalse(found.isEmpty(), "nothing was found");
        assertTrue(found.getFirst().contains("REM_INV_REQ_ERR"), found.getFirst());
    }

    @Test
    void shouldFindAnAnswerAfterWhichNoTimerRuns() {
        assertSays("no timer runs", MUTANTS.soak(List.of(new Patch.Skip(REARM, "arm")), 500));
    }

    @Test
    void shouldFindATimerThatRunsInErr() {
        List<Patch> defect = List.of(new Patch.Divert(REARM, "sends", "isReliable"));

        assertSays("a timer runs in ERR", MUTANTS.consult(defect, USUAL, 20_000));
    }

    @Test
    void shouldFindNothingInAStackWithoutADefect() {
        assertEquals(List.of(), MUTANTS.soak(List.of(), 500));
    }

    private static void assertSays(String expected, List<String> found) {
        assertTrue(found.toString().contains(expected), found.toString());
    }
}
