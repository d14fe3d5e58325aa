package dev.fenestra.vendor.common.user;

import dev.fenestra.hw.sim.card.PostRecord;
import dev.fenestra.hw.sim.card.RingSlots;
import java.lang.foreign.MemorySegment;
import java.util.function.IntConsumer;

/** A ring of requests that are handed over by a count in a record. */
public final class CountedPostRing implements PostRing {
    private static final int COUNT_MASK = 0xffff;

    private final RingSlots slots;
    private final PostRecord record;
    private final IntConsumer begun;
    private final Runnable doorbell;
    private final Runnable free;
    private volatile int tail;

    /**
     * Makes an empty ring of receives. Its memory is that of the QP, which gives it back.
     *
     * @param slots of the requests
     * @param record counts the requests
     */
    public CountedPostRing(RingSlots slots, PostRecord record) {
        this(slots, record, _ -> {}, () -> {}, () -> {});
    }

    /**
     * Makes an empty ring.
     *
     * @param slots of the requests
     * @param record counts the requests
     * @param begun gets the count of each request that was cleared to be written
     * @param doorbell tells the card
     * @param free gives the memory back
     */
    public CountedPostRing(RingSlots slots, PostRecord record, IntConsumer begun, Runnable doorbell, Runnable free) {
        this.slots = slots;
        this.record = record;
        this.begun = begun;
        this.doorbell = doorbell;
        this.free = free;
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
    public void clear(int count, int length) {
        PostRing.super.clear(count, length);
        begun.accept(count);
    }

    @Override
    public void publish(int end) {
        record.posted(end);
        doorbell.run();
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

    @Override
    public void free() {
        free.run();
    }
}
