package dev.fenestra.hw.sim.card;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A ring of requests, big-endian. No count says how many software has posted: the highest bit of the first word of
 * each, which is stored last, has the lap, 0 in the first one. Software sets all of them to "not yet" when the QP goes
 * from RESET to INIT.
 */
public final class LappedPosts implements PostedQueue {
    private static final VarHandle HEAD =
            JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN).varHandle();
    private static final int COUNT_MASK = 0xffff;

    private final RingSlots slots;
    private int seen;
    private int retired;

    /**
     * Makes an empty ring.
     *
     * @param slots of the requests, at most 32768
     */
    public LappedPosts(RingSlots slots) {
        this.slots = slots;
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
        int head = (int) HEAD.getAcquire(segment(index), offset(index));
        return head < 0 == ((index & slots.count()) != 0);
    }

    @Override
    public MemorySegment segment(int index) {
        return slots.segment(index);
    }

    @Override
    public long offset(int index) {
        return slots.offset(index);
    }

    @Override
    public int bytes(int index) {
        return slots.bytes();
    }

    @Override
    public void retired(int index) {
        retired = index + 1 & COUNT_MASK;
    }

    @Override
    public void reset() {
        seen = 0;
        retired = 0;
    }
}
