package dev.fenestra.vendor.common.user;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.fenestra.hw.sim.card.RingSlots;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** A ring of requests that are handed over by the lap in the highest bit of their first word, big-endian. */
public final class LappedPostRing implements PostRing {
    private static final VarHandle WORD =
            JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN).varHandle();
    private static final int COUNT_MASK = 0xffff;
    private static final int OWNER = 1 << 31;

    private final RingSlots slots;
    private final int room;
    private final Runnable doorbell;
    private final Runnable free;
    private int handed;
    private volatile int tail;

    /**
     * Makes an empty ring.
     *
     * @param slots of the requests
     * @param room requests that may be posted at once
     * @param doorbell tells the card
     * @param free gives the memory back
     */
    public LappedPostRing(RingSlots slots, int room, Runnable doorbell, Runnable free) {
        this.slots = slots;
        this.room = room;
        this.doorbell = doorbell;
        this.free = free;
        reset();
    }

    @Override
    public int room() {
        return room;
    }

    @Override
    public boolean isFull(int count) {
        return (count - tail & COUNT_MASK) >= room;
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

    /** The lap is that before the one in which the request will be the card's. */
    @Override
    public void clear(int count, int length) {
        WORD.setRelease(segment(count), offset(count), (count & slots.count()) == 0 ? OWNER : 0);
        segment(count)
                .asSlice(offset(count) + Integer.BYTES, length - Integer.BYTES)
                .fill((byte) 0);
    }

    @Override
    public void publish(int end) {
        for (; handed != end; handed = handed + 1 & COUNT_MASK) {
            int head = (int) WORD.get(segment(handed), offset(handed)) & ~OWNER;
            WORD.setRelease(segment(handed), offset(handed), (handed & slots.count()) == 0 ? head : head | OWNER);
        }
        doorbell.run();
    }

    @Override
    public void completed(int count) {
        tail = count + 1 & COUNT_MASK;
    }

    /** No request is handed over, whatever the ring held before. */
    @Override
    public void reset() {
        handed = 0;
        tail = 0;
        for (int i = 0; i < slots.count(); i++) {
            WORD.setRelease(segment(i), offset(i), OWNER);
        }
    }

    @Override
    public void free() {
        free.run();
    }
}
