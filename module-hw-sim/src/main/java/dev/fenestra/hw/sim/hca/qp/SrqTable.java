package dev.fenestra.hw.sim.hca.qp;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The shared receive queues of a device by number, for commands and for requests that name one. */
public final class SrqTable {
    private @Nullable SrqContext[] queues = new @Nullable SrqContext[64];

    /** Makes an empty table. */
    public SrqTable() {}

    /**
     * Adds an SRQ.
     *
     * @param srq an SRQ with a number that is not in use
     */
    public void add(SrqContext srq) {
        if (srq.number >= queues.length) {
            queues = Arrays.copyOf(queues, Math.max(srq.number + 1, queues.length * 2));
        }
        queues[srq.number] = srq;
    }

    /**
     * Removes an SRQ.
     *
     * @param srq the SRQ
     */
    public void remove(SrqContext srq) {
        queues[srq.number] = null;
    }

    /**
     * {@return the SRQ with this number, or null}
     *
     * @param number 0 and up
     */
    public @Nullable SrqContext find(int number) {
        return number < queues.length ? queues[number] : null;
    }
}
