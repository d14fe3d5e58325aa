package dev.fenestra.hw.sim.card;

import dev.fenestra.hw.sim.format.Word;
import java.lang.foreign.MemorySegment;

/**
 * The receives of an SRQ, each of which names the one behind it. A record counts those that software has posted. A slot
 * is software's again when the receive has completed, so slots are taken in any order.
 */
public final class LinkedPosts implements PostedQueue {
    private final RingSlots slots;
    private final Word link;
    private final PostRecord record;
    private int head;

    /**
     * Makes a queue whose first receive lies in slot 0.
     *
     * @param slots of the requests
     * @param link the word that names the slot of the next receive
     * @param record counts them
     */
    public LinkedPosts(RingSlots slots, Word link, PostRecord record) {
        this.slots = slots;
        this.link = link;
        this.record = record;
    }

    @Override
    public int slots() {
        return slots.count();
    }

    @Override
    public int posted() {
        return record.posted();
    }

    /** Only the next receive has a place. */
    @Override
    public MemorySegment segment(int index) {
        return slots.segment(head);
    }

    @Override
    public long offset(int index) {
        return slots.offset(head);
    }

    @Override
    public int bytes(int index) {
        return slots.bytes();
    }

    @Override
    public int name(int index) {
        return head;
    }

    @Override
    public void retired(int index) {
        head = link.getInt(segment(index), offset(index)) & slots.count() - 1;
    }

    @Override
    public void reset() {
        head = 0;
    }
}
