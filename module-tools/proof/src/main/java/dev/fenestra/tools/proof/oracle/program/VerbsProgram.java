package dev.fenestra.tools.proof.oracle.program;

import java.util.List;

/**
 * A program of verbs on two hosts that have only memory at the start.
 *
 * @param windows which type 2 the devices offer
 * @param seed of the hosts
 */
public record VerbsProgram(WindowForm windows, long seed, List<Step> steps) {

    /** Bytes of memory on each host. */
    public static final int MEMORY_BYTES = 5 * 4096;

    public VerbsProgram {
        steps = List.copyOf(steps);
    }

    public VerbsProgram with(List<Step> otherSteps) {
        return new VerbsProgram(windows, seed, otherSteps);
    }
}
