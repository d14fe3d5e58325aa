package dev.fenestra.tools.proof.mutants;

import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import java.util.List;

/**
 * A defect that a stack once had, or could have, and the patch that builds it into ours.
 *
 * @param id short, for the command line
 * @param text what is wrong, as a sentence
 * @param source where it was seen, or which rule it leaves out
 * @param device what the HCA offers while the defect is hunted
 * @param rule id of the rule, or of a case without rules, that the kit must name
 * @param moves actions that change the state, after which the explorer can show it; {@link #UNEXPLORED} when it is not
 *     about the
 *     states that the explorer visits
 * @param patches what is changed in the compiled stack
 */
public record Defect(
        String id, String text, String source, WindowSupport device, String rule, int moves, List<Patch> patches) {
    static final int UNEXPLORED = -1;

    public Defect {
        patches = List.copyOf(patches);
    }

    static Defect of(String id, String text, String source, String rule, Patch... patches) {
        return new Defect(id, text, source, WindowSupport.TYPES_1_AND_2B, rule, UNEXPLORED, List.of(patches));
    }

    /** The same defect on another device. */
    public Defect on(WindowSupport other) {
        return new Defect(id, text, source, other, rule, moves, patches);
    }

    Defect exploredAfter(int newMoves) {
        return new Defect(id, text, source, device, rule, newMoves, patches);
    }

    /** Whether the explorer finds it. */
    public boolean isExplored() {
        return moves != UNEXPLORED;
    }
}
