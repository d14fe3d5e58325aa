package dev.fenestra.hw.sim.mlx4;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.fenestra.hw.sim.card.PinnedRing;
import dev.fenestra.hw.sim.card.PostedQueue;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** A receive ring. A doorbell record says how many requests software has posted. */
public final class Mlx4Receives implements PostedQueue {
    private static final VarHandle RECORD =
            JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN).varHandle();
    private static final int COUNT_MASK = 0xffff;

    private final PinnedRing memory;
    private final int start;
    private final int slots;
    private final int logBytes;
    private final PinnedRing record;

    /**
     * Makes an empty ring.
     *
     * @param memory of the QP's rings
     * @param start where in it this ring begins
     * @param slots a power of two
     * @param logBytes log2 of the bytes of a request
     * @param record the doorbell record
     */
    public Mlx4Receives(PinnedRing memory, int start, int slots, int logBytes, PinnedRing record) {
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
        return (int) RECORD.getAcquire(record.segment(0), record.offset(0)) & COUNT_MASK;
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
        RECORD.setRelease(record.segment(0), record.offset(0), 0);
    }
}
