package dev.fenestra.vendor.common.user;

import dev.fenestra.hw.sim.card.PostRecord;
import dev.fenestra.hw.sim.card.RingSlots;
import dev.fenestra.hw.sim.format.Word;
import java.lang.foreign.MemorySegment;

/**
 * The receives of an SRQ, linked by slots. The last free slot is never posted, so that the link to those which become
 * free can be stored there.
 */
public final class LinkedPostRing implements PostRing {
    private final RingSlots slots;
    private final Word link;
    private final PostRecord record;
    private final Runnable free;
    private int head;
    private volatile int tail;

    /**
     * Makes a ring whose slots are all free.
     *
     * @param slots of the requests
     * @param link the word that names the next slot
     * @param record counts the receives
     * @param free gives the memory back
     */
    public LinkedPostRing(RingSlots slots, Word link, PostRecord record, Runnable free) {
        this.slots = slots;
        this.link = link;
        this.record = record;
        this.free = free;
        reset();
    }

    private void link(int slot, int next) {
        link.set(slots.segment(slot), slots.offset(slot), next);
    }

    @Override
    public int room() {
        return slots.count() - 1;
    }

    @Override
    public boolean isFull(int count) {
        return head == tail;
    }

    @Override
    public MemorySegment segment(int count) {
        return slots.segment(head);
    }

    @Override
    public long offset(int count) {
        return slots.offset(head);
    }

    @Override
    public int bytes() {
        return slots.bytes();
    }

    @Override
    public int name(int count) {
        return head;
    }

    @Override
    public void publish(int end) {
        head = link.getInt(segment(end), offset(end)) & slots.count() - 1;
        record.posted(end);
    }

    /** The slot is free again, behind all others. */
    @Override
    public void completed(int slot) {
        int last = slot & slots.count() - 1;
        link(tail, last);
        tail = last;
    }

    @Override
    public void reset() {
        head = 0;
        tail = slots.count() - 1;
        for (int i = 0; i < slots.count(); i++) {
            link(i, i + 1 & slots.count() - 1);
        }
        record.posted(0);
    }

    @Override
    public void free() {
        free.run();
    }
}
