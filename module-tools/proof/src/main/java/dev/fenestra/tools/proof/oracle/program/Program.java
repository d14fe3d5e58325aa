package dev.fenestra.tools.proof.oracle.program;

import java.util.List;

/**
 * A program of verbs on two hosts that have only memory at the start.
 *
 * @param windows which type 2 the devices offer
 * @param seed of the hosts
 */
public record Program(WindowForm windows, long seed, List<Step> steps) {

    /** Bytes of memory on each host. */
    public static final int MEMORY_BYTES = 5 * 4096;

    public Program {
        steps = List.copyOf(steps);
    }

    public Program with(List<Step> otherSteps) {
        return new Program(windows, seed, otherSteps);
    }
}
