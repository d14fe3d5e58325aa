package dev.fenestra.hw.sim.card;

import dev.fenestra.hw.sim.format.Word;
import java.lang.foreign.MemorySegment;

/**
 * A ring of receives whose pieces have slots of their own, the last one marked. A record counts slots. The card copies
 * what is posted, so the pieces of a receive lie together.
 */
public final class GatheredPosts implements PostedQueue {
    private static final int COUNT_MASK = 0xffff;

    private final RingSlots slots;
    private final PostRecord record;
    private final Word name;
    private final Word last;
    private final int most;
    private final MemorySegment copies;
    private final int[] pieces;
    private int taken;
    private int posted;
    private int retired;
    /** Whether the last piece of the next receive is still to come. */
    private boolean isOpen;

    /**
     * Makes an empty ring.
     *
     * @param slots of the pieces
     * @param record the doorbell record
     * @param name word of the first piece: what completions call the receive
     * @param last word that is set in the last piece
     * @param most pieces of a receive; the card does not look at more
     */
    public GatheredPosts(RingSlots slots, PostRecord record, Word name, Word last, int most) {
        this.slots = slots;
        this.record = record;
        this.name = name;
        this.last = last;
        this.most = most;
        pieces = new int[slots.count()];
        copies = MemorySegment.ofArray(new long[slots.count() * most * slots.bytes() / Long.BYTES]);
    }

    @Override
    public int slots() {
        return slots.count();
    }

    @Override
    public int posted() {
        int end = record.posted();
        for (int i = 0; i < slots.count() && taken != end && (posted - retired & COUNT_MASK) < slots.count(); i++) {
            take(posted & slots.count() - 1);
            taken = taken + 1 & COUNT_MASK;
        }
        return posted;
    }

    /** Copies one slot. The last one of a receive completes it. */
    private void take(int receive) {
        MemorySegment memory = slots.segment(taken);
        long base = slots.offset(taken);
        if (!isOpen) {
            pieces[receive] = 0;
            isOpen = true;
        }
        if (pieces[receive] < most) {
            MemorySegment.copy(
                    memory, base, copies, offset(receive) + (long) pieces[receive] * slots.bytes(), slots.bytes());
            pieces[receive]++;
        }
        if (last.isSet(memory, base)) {
            posted = posted + 1 & COUNT_MASK;
            isOpen = false;
        }
    }

    @Override
    public MemorySegment segment(int index) {
        return copies;
    }

    @Override
    public long offset(int index) {
        return (long) (index & slots.count() - 1) * most * slots.bytes();
    }

    @Override
    public int bytes(int index) {
        return pieces[index & slots.count() - 1] * slots.bytes();
    }

    @Override
    public int name(int index) {
        return name.getInt(copies, offset(index));
    }

    @Override
    public void retired(int index) {
        retired = index + 1 & COUNT_MASK;
    }

    @Override
    public void reset() {
        record.posted(0);
        taken = 0;
        posted = 0;
        retired = 0;
        isOpen = false;
    }
}
