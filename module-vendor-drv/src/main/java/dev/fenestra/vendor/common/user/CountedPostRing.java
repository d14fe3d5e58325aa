package dev.fenestra.vendor.common.user;

import dev.fenestra.hw.sim.card.PostRecord;
import dev.fenestra.hw.sim.card.Slots;
import java.lang.foreign.MemorySegment;

/** A ring of receives that are handed over by a count in a record. */
public final class CountedPostRing implements PostRing {
    private static final int COUNT_MASK = 0xffff;

    private final Slots slots;
    private final PostRecord record;
    private volatile int tail;

    /**
     * Makes an empty ring. Its memory is that of the QP, which gives it back.
     *
     * @param slots of the requests
     * @param record counts the requests
     */
    public CountedPostRing(Slots slots, PostRecord record) {
        this.slots = slots;
        this.record = record;
        record.posted(0);
    }

    @Override
    public int room() {
        return slots.count();
    }

    @Override
    public boolean isFull(int count) {
        return (count - tail & COUNT_MASK) >= slots.count();
    }

    @Override
    public MemorySegment segment(int count) {
        return slots.segment(count);
    }

    @Override
    public long offset(int count) {
        return slots.offset(count);
    }

    @Override
    public int bytes() {
        return slots.bytes();
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
