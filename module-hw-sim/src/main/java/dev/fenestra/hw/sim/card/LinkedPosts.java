package dev.fenestra.hw.sim.card;

import dev.fenestra.hw.sim.format.Word;
import java.lang.foreign.MemorySegment;

/**
 * The receives of an SRQ, each of which names the one behind it. A record counts those that software has posted. A slot
 * is software's again when the receive has completed, so slots are taken in any order.
 */
public final class LinkedPosts implements PostedQueue {
    private final PinnedRing memory;
    private final int slots;
    private final int logBytes;
    private final Word link;
    private final PostRecord record;
    private int head;

    /**
     * Makes a queue whose first receive lies in slot 0.
     *
     * @param memory of the slots
     * @param slots a power of two
     * @param logBytes log2 of the bytes of a slot
     * @param link the word that names the slot of the next receive
     * @param record counts them
     */
    public LinkedPosts(PinnedRing memory, int slots, int logBytes, Word link, PostRecord record) {
        this.memory = memory;
        this.slots = slots;
        this.logBytes = logBytes;
        this.link = link;
        this.record = record;
    }

    @Override
    public int slots() {
        return slots;
    }

    @Override
    public int posted() {
        return record.posted();
    }

    /** Only the next receive has a place. */
    @Override
    public MemorySegment segment(int index) {
        return memory.segment(head << logBytes);
    }

    @Override
    public long offset(int index) {
        return memory.offset(head << logBytes);
    }

    @Override
    public int bytes(int index) {
        return 1 << logBytes;
    }

    @Override
    public int name(int index) {
        return head;
    }

    @Override
    public void retired(int index) {
        head = link.getInt(segment(index), offset(index)) & slots - 1;
    }

    @Override
    public void reset() {
        head = 0;
    }
}
