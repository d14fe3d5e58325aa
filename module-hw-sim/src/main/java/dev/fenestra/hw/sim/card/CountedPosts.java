package dev.fenestra.hw.sim.card;

import java.lang.foreign.MemorySegment;

/** A ring of requests. A doorbell record says how many software has posted. */
public final class CountedPosts implements PostedQueue {
    private final PinnedRing memory;
    private final int start;
    private final int slots;
    private final int logBytes;
    private final PostRecord record;

    /**
     * Makes an empty ring.
     *
     * @param memory of the QP's rings
     * @param start where in it this ring begins
     * @param slots a power of two
     * @param logBytes log2 of the bytes of a request
     * @param record the doorbell record
     */
    public CountedPosts(PinnedRing memory, int start, int slots, int logBytes, PostRecord record) {
        this.memory = memory;
        this.start = start;
        this.slots = slots;
        this.logBytes = logBytes;
        this.record = record;
    }

    @Override
    public int slots() {
        return slots;
    }

    @Override
    public int posted() {
        return record.posted();
    }

    private int place(int index) {
        return start + ((index & slots - 1) << logBytes);
    }

    @Override
    public MemorySegment segment(int index) {
        return memory.segment(place(index));
    }

    @Override
    public long offset(int index) {
        return memory.offset(place(index));
    }

    @Override
    public int bytes(int index) {
        return 1 << logBytes;
    }

    /** Software sets the record to 0 itself, after the QP was reset. */
    @Override
    public void reset() {
        record.posted(0);
    }
}
