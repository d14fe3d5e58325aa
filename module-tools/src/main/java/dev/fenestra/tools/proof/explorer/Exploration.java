package dev.fenestra.tools.proof.explorer;

import dev.fenestra.hw.sim.device.WindowSupport;
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

    /**
     * A shortest way to break an invariant.
     *
     * @param invariant that was broken, as a sentence
     * @param moves actions that changed the state before the one that broke it
     * @param program Java statements that show it
     */
    public record Finding(String invariant, int moves, String program) {}
}
