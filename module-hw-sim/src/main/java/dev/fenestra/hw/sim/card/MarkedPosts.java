package dev.fenestra.hw.sim.card;

import java.lang.foreign.MemorySegment;

/**
 * A ring in which each slot says itself that it was posted, by a bit that is 1 in the first lap, 0 in the second, and
 * so on. A request takes one slot or several, but not across the border of a block. Its first slot is marked last.
 * Software does not go back to the first slot after a reset.
 */
public final class MarkedPosts implements PostedQueue {
    private static final int COUNT_MASK = 0xffff;

    private final RingSlots slots;
    private final int block;
    private final int logName;
    private final Mark mark;
    private int origin;
    private int seen;
    private int retired;

    /**
     * Makes an empty ring.
     *
     * @param slots of the requests, at most 32768
     * @param block slots of a block, a power of two
     * @param logName log2 of the steps by which completions count slots
     * @param mark of a slot
     */
    public MarkedPosts(RingSlots slots, int block, int logName, Mark mark) {
        this.slots = slots;
        this.block = block;
        this.logName = logName;
        this.mark = mark;
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

    private boolean isPosted(int index) {
        boolean isFirstLap = (origin + index & slots.count()) == 0;
        return mark.isSet(segment(index), offset(index)) == isFirstLap;
    }

    @Override
    public MemorySegment segment(int index) {
        return slots.segment(origin + index);
    }

    @Override
    public long offset(int index) {
        return slots.offset(origin + index);
    }

    @Override
    public int bytes(int index) {
        return (block - (origin + index & block - 1)) * slots.bytes();
    }

    @Override
    public int name(int index) {
        return (origin + index & slots.count() - 1) << logName;
    }

    @Override
    public void retired(int index) {
        retired = index + 1 & COUNT_MASK;
    }

    /** What was posted before is skipped. */
    @Override
    public void reset() {
        origin += posted();
        seen = 0;
        retired = 0;
    }
}
