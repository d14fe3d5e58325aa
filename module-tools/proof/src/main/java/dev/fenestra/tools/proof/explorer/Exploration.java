package dev.fenestra.tools.proof.explorer;

import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import java.util.List;
import java.util.Optional;

/**
 * The result of an exploration.
 *
 * @param depth actions that change the state, in a row
 * @param states that were reached, no two alike
 * @param edges actions that led from a state to a state, another or one reached before
 * @param probes actions that were tried in a state and left it as it was, most of them because they were refused
 * @param counterExample what breaks an invariant; without one all hold
 */
public record Exploration(
        WindowSupport device, int depth, int states, int edges, int probes, Optional<Finding> counterExample) {

    private static final int COUNTS = 3;

    /** Reads what {@link ExplorationRun#result} wrote, perhaps in a patched stack, and a journal behind it. */
    public static Exploration of(WindowSupport device, int depth, List<Object> result) {
        Optional<Finding> finding = result.size() == COUNTS
                ? Optional.empty()
                : Optional.of(new Finding(
                        (String) result.get(COUNTS),
                        (int) result.get(COUNTS + 1),
                        (String) result.get(COUNTS + 2),
                        result.stream()
                                .skip(COUNTS + COUNTS)
                                .map(String.class::cast)
                                .findFirst()));
        return new Exploration(device, depth, (int) result.get(0), (int) result.get(1), (int) result.get(2), finding);
    }

    /**
     * A shortest way to make stack and model differ.
     *
     * @param invariant that is broken: the rules at fault, what differs, and the verb
     * @param moves actions that changed the state before the one that broke it
     * @param program as one Java file that shows it
     * @param journal of it as JSON, without facts about rules; empty when nobody watched
     */
    public record Finding(String invariant, int moves, String program, Optional<String> journal) {}
}
