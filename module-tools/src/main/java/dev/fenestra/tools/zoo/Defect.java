package dev.fenestra.tools.zoo;

import dev.fenestra.hw.sim.device.WindowSupport;
import java.util.List;

/**
 * A defect that a stack once had, or could have, and how ours gets it.
 *
 * @param id short, for the command line
 * @param text what is wrong, as a sentence
 * @param source where it was seen, or which rule it leaves out
 * @param device what the HCA offers while the defect is hunted
 * @param rule id of the rule, or of a case without rules, that the kit must name
 * @param patches what is changed in the compiled stack
 */
public record Defect(String id, String text, String source, WindowSupport device, String rule, List<Patch> patches) {

    public Defect {
        patches = List.copyOf(patches);
    }

    static Defect of(String id, String text, String source, String rule, Patch... patches) {
        return new Defect(id, text, source, WindowSupport.TYPES_1_AND_2B, rule, List.of(patches));
    }

    Defect on(WindowSupport other) {
        return new Defect(id, text, source, other, rule, patches);
    }
}
