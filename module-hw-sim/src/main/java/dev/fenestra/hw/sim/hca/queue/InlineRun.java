package dev.fenestra.hw.sim.hca.queue;

import java.lang.foreign.MemorySegment;

/**
 * Inline data of a request that lie one after the other, in whichever memory the format has them: the host's, or that
 * of the card. Filled anew for each run.
 */
public final class InlineRun {
    /** The memory. */
    public MemorySegment memory = MemorySegment.NULL;
    /** Where in the memory the first byte lies. */
    public long offset;
    /** Bytes. */
    public int length;

    /** Makes an empty run. */
    public InlineRun() {}
}
