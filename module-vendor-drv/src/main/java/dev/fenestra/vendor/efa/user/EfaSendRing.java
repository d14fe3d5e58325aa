package dev.fenestra.vendor.efa.user;

import dev.fenestra.hw.sim.card.PostRecord;
import dev.fenestra.hw.sim.card.RingSlots;
import dev.fenestra.hw.sim.efa.EfaFormats;
import dev.fenestra.vendor.common.user.PostRing;
import java.lang.foreign.MemorySegment;

/** The send ring: the process stores a count to a register. Each request has a name and the lap. */
final class EfaSendRing implements PostRing {
    private static final int COUNT_MASK = 0xffff;

    private final RingSlots slots;
    private final PostRecord register;
    private final Runnable doorbell;
    private int handed;
    private volatile int tail;

    /**
     * @param doorbell tells the card
     */
    EfaSendRing(RingSlots slots, PostRecord register, Runnable doorbell) {
        this.slots = slots;
        this.register = register;
        this.doorbell = doorbell;
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
        for (; handed != end; handed = handed + 1 & COUNT_MASK) {
            EfaFormats.NAME.set(segment(handed), offset(handed), handed);
            EfaFormats.PHASE.set(segment(handed), offset(handed), (handed & slots.count()) != 0);
        }
        register.posted(end);
        doorbell.run();
    }

    @Override
    public void completed(int count) {
        tail = count + 1 & COUNT_MASK;
    }

    @Override
    public void reset() {
        handed = 0;
        tail = 0;
    }
}
