package dev.fenestra.hw.sim.engine.qp;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The shared receive queues of a device by number, for commands and for requests that name one. */
public final class SrqTable {
    private @Nullable SrqContext[] queues = new @Nullable SrqContext[64];

    public SrqTable() {}

    public void add(SrqContext srq) {
        if (srq.number >= queues.length) {
            queues = Arrays.copyOf(queues, Math.max(srq.number + 1, queues.length * 2));
        }
        queues[srq.number] = srq;
    }

    public void remove(SrqContext srq) {
        queues[srq.number] = null;
    }

    /** The SRQ with this number, or null. */
    public @Nullable SrqContext find(int number) {
        return number < queues.length ? queues[number] : null;
    }
}
