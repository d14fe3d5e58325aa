package dev.fenestra.hw.sim.card;

import java.lang.foreign.MemorySegment;

/**
 * Where the requests of a ring lie: slots of one size, one behind the other, used again and again.
 *
 * @param memory of the ring
 * @param start where in it the first slot begins, bytes
 * @param count of slots, a power of two
 * @param logBytes log2 of the bytes of a slot
 */
public record RingSlots(PinnedRing memory, int start, int count, int logBytes) {
    private int place(int index) {
        return start + ((index & count - 1) << logBytes);
    }

    /**
     * {@return the segment of a slot}
     *
     * @param index of the request; its lower bits name the slot
     */
    public MemorySegment segment(int index) {
        return memory.segment(place(index));
    }

    /**
     * {@return where in its segment a slot begins}
     *
     * @param index of the request; its lower bits name the slot
     */
    public long offset(int index) {
        return memory.offset(place(index));
    }

    /** {@return bytes of a slot} */
    public int bytes() {
        return 1 << logBytes;
    }
}
