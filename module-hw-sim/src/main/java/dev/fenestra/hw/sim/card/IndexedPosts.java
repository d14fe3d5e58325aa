package dev.fenestra.hw.sim.card;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The receives of an SRQ, whose slots software takes in any order. It stores the number of each slot in a ring of
 * indexes, little-endian words. The card marks what it has taken there, so it sees what is new without a count.
 */
public final class IndexedPosts implements PostedQueue {
    /** In place of an index: nothing was posted there since the card has looked. */
    public static final int TAKEN = -1;

    private static final VarHandle INDEX =
            JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();
    private static final int COUNT_MASK = 0xffff;

    private final RingSlots slots;
    private final PinnedRing indexes;
    /** The slots of what was seen. Each index is read once, since software may store another one. */
    private final int[] named;

    private int seen;
    private int retired;

    /**
     * Makes an empty queue.
     *
     * @param slots of the requests, at most 32768
     * @param indexes as many words
     */
    public IndexedPosts(RingSlots slots, PinnedRing indexes) {
        this.slots = slots;
        this.indexes = indexes;
        named = new int[slots.count()];
        reset();
    }

    private int place(int index) {
        return (index & slots.count() - 1) * Integer.BYTES;
    }

    private void mark(int index) {
        INDEX.setRelease(indexes.segment(place(index)), indexes.offset(place(index)), TAKEN);
    }

    private boolean isPosted(int index) {
        int found = (int) INDEX.getAcquire(indexes.segment(place(index)), indexes.offset(place(index)));
        named[index & slots.count() - 1] = found;
        return found != TAKEN;
    }

    private int slot(int index) {
        return named[index & slots.count() - 1] & slots.count() - 1;
    }

    @Override
    public int slots() {
        return slots.count();
    }

    @Override
    public int posted() {
        while ((seen - retired & COUNT_MASK) < slots.count() && isPosted(seen)) {
            seen = seen + 1 & COUNT_MASK;
        }
        return seen;
    }

    @Override
    public MemorySegment segment(int index) {
        return slots.segment(slot(index));
    }

    @Override
    public long offset(int index) {
        return slots.offset(slot(index));
    }

    @Override
    public int bytes(int index) {
        return slots.bytes();
    }

    @Override
    public int name(int index) {
        return slot(index);
    }

    @Override
    public void retired(int index) {
        mark(index);
        retired = index + 1 & COUNT_MASK;
    }

    @Override
    public void reset() {
        seen = 0;
        retired = 0;
        Arrays.fill(named, TAKEN);
        for (int i = 0; i < slots.count(); i++) {
            mark(i);
        }
    }
}
