package dev.fenestra.tools.proof.mutants;

import java.util.List;

/**
 * A defect that loses a wake-up, so that somebody waits in vain.
 *
 * @param id short
 * @param text what is lost
 * @param program the program that then comes to no end
 * @param named what the watchdog says of it
 * @param patches what is changed in the compiled stack
 */
public record LostWakeUp(String id, String text, WaitProgram program, String named, List<Patch> patches) {

    public LostWakeUp {
        patches = List.copyOf(patches);
    }
}
