package dev.fenestra.tools.proof.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The oracle arms CQs and knows when an event is due. */
final class EventDefectTest {
    private static final String REASON = "which completions an arm asks for is no rule";
    private static final List<String> USUAL = List.of("MLX5_SCATTER_TO_CQE", "1");
    private static final long VERBS = 20_000;

    private static final MutantRun MUTANTS = new MutantRun();

    @Test
    void shouldFindAnArmForSolicitedOnesThatTakesAwayOneForAny() {
        assertEquals("none", event(new Patch.Skip(Site.named("CqContext", "rang", REASON), "set")));
    }

    @Test
    void shouldFindAnArmForSolicitedOnesThatFiresAtAny() {
        assertEquals("one", event(new Patch.Return(Site.named("CqContext", "isForAny", REASON), 1)));
    }

    /** What was seen where an event is wrong. */
    private String event(Patch defect) {
        List<String> found = MUTANTS.consult(List.of(defect), USUAL, VERBS);
        assertEquals("event", found.isEmpty() ? "nothing" : found.getFirst());
        return found.getLast();
    }
}
