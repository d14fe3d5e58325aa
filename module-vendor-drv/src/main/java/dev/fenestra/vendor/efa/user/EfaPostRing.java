package dev.fenestra.vendor.efa.user;

import dev.fenestra.hw.sim.card.PostRecord;
import dev.fenestra.hw.sim.card.Slots;
import dev.fenestra.hw.sim.format.Word;
import dev.fenestra.vendor.common.user.PostRing;
import java.lang.foreign.MemorySegment;

/**
 * A ring that the process fills: it stores a count to a register. Each request has its own name and marks.
 */
final class EfaPostRing implements PostRing {
    private static final int COUNT_MASK = 0xffff;

    private final Slots slots;
    private final PostRecord register;
    private final Word name;
    private final Word phase;
    private final Word[] marks;
    private final Runnable doorbell;
    private int handed;
    private volatile int tail;

    /**
     * @param phase the lap of a request
     * @param marks words that are set in each request
     * @param doorbell tells the card
     */
    EfaPostRing(Slots slots, PostRecord register, Word name, Word phase, Word[] marks, Runnable doorbell) {
        this.slots = slots;
        this.register = register;
        this.name = name;
        this.phase = phase;
        this.marks = marks;
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
            MemorySegment memory = segment(handed);
            long base = offset(handed);
            name.set(memory, base, handed);
            phase.set(memory, base, (handed & slots.count()) != 0);
            for (Word mark : marks) {
                mark.set(memory, base, 1);
            }
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
