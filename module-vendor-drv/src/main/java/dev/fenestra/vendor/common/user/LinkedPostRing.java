package dev.fenestra.vendor.common.user;

import dev.fenestra.hw.sim.card.PinnedRing;
import dev.fenestra.hw.sim.card.PostRecord;
import dev.fenestra.hw.sim.format.Word;
import java.lang.foreign.MemorySegment;

/**
 * The receives of an SRQ, linked by slots. The last free slot is never posted, so that the link to those which become
 * free can be stored there.
 */
public final class LinkedPostRing implements PostRing {
    private final PinnedRing memory;
    private final int slots;
    private final int logBytes;
    private final Word link;
    private final PostRecord record;
    private final Runnable free;
    private int head;
    private volatile int tail;

    /**
     * Makes a ring whose slots are all free.
     *
     * @param memory of the slots
     * @param slots a power of two
     * @param logBytes log2 of the bytes of a slot
     * @param link the word that names the next slot
     * @param record counts the receives
     * @param free gives the memory back
     */
    public LinkedPostRing(PinnedRing memory, int slots, int logBytes, Word link, PostRecord record, Runnable free) {
        this.memory = memory;
        this.slots = slots;
        this.logBytes = logBytes;
        this.link = link;
        this.record = record;
        this.free = free;
        reset();
    }

    private void link(int slot, int next) {
        link.set(memory.segment(slot << logBytes), memory.offset(slot << logBytes), next);
    }

    @Override
    public int room() {
        return slots - 1;
    }

    @Override
    public boolean isFull(int count) {
        return head == tail;
    }

    @Override
    public MemorySegment segment(int count) {
        return memory.segment(head << logBytes);
    }

    @Override
    public long offset(int count) {
        return memory.offset(head << logBytes);
    }

    @Override
    public int bytes() {
        return 1 << logBytes;
    }

    @Override
    public int name(int count) {
        return head;
    }

    @Override
    public void publish(int end) {
        head = link.getInt(segment(end), offset(end)) & slots - 1;
        record.posted(end);
    }

    /** The slot is free again, behind all others. */
    @Override
    public void completed(int slot) {
        int last = slot & slots - 1;
        link(tail, last);
        tail = last;
    }

    @Override
    public void reset() {
        head = 0;
        tail = slots - 1;
        for (int i = 0; i < slots; i++) {
            link(i, i + 1 & slots - 1);
        }
        record.posted(0);
    }

    @Override
    public void free() {
        free.run();
    }
}
