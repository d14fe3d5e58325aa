package dev.fenestra.vendor.common.user;

import dev.fenestra.hw.sim.card.PinnedRing;
import dev.fenestra.hw.sim.card.PostRecord;
import java.lang.foreign.MemorySegment;

/** A ring of receives that are handed over by a count in a record. */
public final class CountedPostRing implements PostRing {
    private static final int COUNT_MASK = 0xffff;

    private final PinnedRing memory;
    private final int start;
    private final int slots;
    private final int logBytes;
    private final PostRecord record;
    private volatile int tail;

    /**
     * Makes an empty ring. Its memory is that of the QP, which gives it back.
     *
     * @param memory of the ring
     * @param start where in it the ring begins, bytes
     * @param slots a power of two
     * @param logBytes log2 of the bytes of a request
     * @param record counts the requests
     */
    public CountedPostRing(PinnedRing memory, int start, int slots, int logBytes, PostRecord record) {
        this.memory = memory;
        this.start = start;
        this.slots = slots;
        this.logBytes = logBytes;
        this.record = record;
        record.posted(0);
    }

    private int place(int count) {
        return start + ((count & slots - 1) << logBytes);
    }

    @Override
    public int room() {
        return slots;
    }

    @Override
    public boolean isFull(int count) {
        return (count - tail & COUNT_MASK) >= slots;
    }

    @Override
    public MemorySegment segment(int count) {
        return memory.segment(place(count));
    }

    @Override
    public long offset(int count) {
        return memory.offset(place(count));
    }

    @Override
    public int bytes() {
        return 1 << logBytes;
    }

    @Override
    public void publish(int end) {
        record.posted(end);
    }

    @Override
    public void completed(int count) {
        tail = count + 1 & COUNT_MASK;
    }

    @Override
    public void reset() {
        tail = 0;
        record.posted(0);
    }
}
