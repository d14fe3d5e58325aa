package dev.fenestra.tools.zoo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The oracle arms CQs and knows when an event is due. */
final class EventDefectTest {
    private static final String CQ = "dev.fenestra.hw.sim.engine.CqContext";
    private static final List<String> USUAL = List.of("MLX5_SCATTER_TO_CQE", "1");
    private static final long VERBS = 20_000;

    private final ZooRun zoo = new ZooRun();

    @Test
    void shouldFindAnArmForSolicitedOnesThatTakesAwayOneForAny() {
        assertEquals("none", event(new Patch.Skip(CQ, "asked", "set")));
    }

    @Test
    void shouldFindAnArmForSolicitedOnesThatFiresAtAny() {
        assertEquals("one", event(new Patch.Return(CQ, "isForAny", 1)));
    }

    /** What was seen where an event is wrong. */
    private String event(Patch defect) {
        List<String> found = zoo.consult(List.of(defect), USUAL, VERBS);
        assertEquals("event", found.isEmpty() ? "nothing" : found.getFirst());
        return found.getLast();
    }
}
