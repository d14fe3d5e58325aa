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

    private final PinnedRing memory;
    private final int start;
    private final int slots;
    private final int logBytes;
    private int seen;
    private int retired;

    /**
     * Makes an empty ring.
     *
     * @param memory of the QP's rings
     * @param start where in it this ring begins
     * @param slots a power of two, at most 32768
     * @param logBytes log2 of the bytes of a request
     */
    public LappedPosts(PinnedRing memory, int start, int slots, int logBytes) {
        this.memory = memory;
        this.start = start;
        this.slots = slots;
        this.logBytes = logBytes;
    }

    @Override
    public int slots() {
        return slots;
    }

    @Override
    public int posted() {
        while ((seen - retired & COUNT_MASK) < slots && isPosted(seen)) {
            seen = seen + 1 & COUNT_MASK;
        }
        return seen;
    }

    private boolean isPosted(int index) {
        int head = (int) HEAD.getAcquire(segment(index), offset(index));
        return head < 0 == ((index & slots) != 0);
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
