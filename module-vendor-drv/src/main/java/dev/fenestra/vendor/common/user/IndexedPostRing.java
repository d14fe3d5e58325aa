package dev.fenestra.vendor.common.user;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.fenestra.hw.sim.card.PinnedRing;
import dev.fenestra.hw.sim.card.RingSlots;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The receives of an SRQ, which are handed over by the number of their slot in a ring of indexes. A slot is free again
 * when its completion was polled.
 */
public final class IndexedPostRing implements PostRing {
    private static final VarHandle INDEX =
            JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();

    private final RingSlots slots;
    private final PinnedRing indexes;
    private final Runnable free;
    /** Free slots, in the order in which they become used. */
    private final int[] order;

    private int head;
    private volatile int tail;

    /**
     * Makes a ring whose slots are all free.
     *
     * @param slots of the requests
     * @param indexes as many words
     * @param free gives the memory back
     */
    public IndexedPostRing(RingSlots slots, PinnedRing indexes, Runnable free) {
        this.slots = slots;
        this.indexes = indexes;
        this.free = free;
        order = new int[slots.count()];
        reset();
    }

    @Override
    public int room() {
        return slots.count();
    }

    @Override
    public boolean isFull(int count) {
        return head == tail;
    }

    @Override
    public MemorySegment segment(int count) {
        return slots.segment(name(count));
    }

    @Override
    public long offset(int count) {
        return slots.offset(name(count));
    }

    @Override
    public int bytes() {
        return slots.bytes();
    }

    @Override
    public int name(int count) {
        return order[head & slots.count() - 1];
    }

    @Override
    public void publish(int end) {
        int place = (head & slots.count() - 1) * Integer.BYTES;
        INDEX.setRelease(indexes.segment(place), indexes.offset(place), name(end));
        head++;
    }

    /** Several CQs may complete receives of one SRQ. */
    @Override
    public synchronized void completed(int slot) {
        order[tail & slots.count() - 1] = slot & slots.count() - 1;
        tail++;
    }

    @Override
    public void reset() {
        head = 0;
        tail = slots.count();
        for (int i = 0; i < slots.count(); i++) {
            order[i] = i;
        }
    }

    @Override
    public void free() {
        free.run();
    }
}
