package dev.fenestra.hw.sim.card;

import dev.fenestra.hw.sim.format.Word;
import java.lang.foreign.MemorySegment;

/** A ring of requests. A doorbell record says how many software has posted. */
public final class CountedPosts implements PostedQueue {
    private final RingSlots slots;
    private final PostRecord record;
    private final Word name;

    /**
     * Makes an empty ring.
     *
     * @param slots of the requests
     * @param record the doorbell record
     */
    public CountedPosts(RingSlots slots, PostRecord record) {
        this(slots, record, Word.ABSENT);
    }

    /**
     * Makes an empty ring of requests that say themselves what completions call them.
     *
     * @param slots of the requests
     * @param record the doorbell record
     * @param name word of a request
     */
    public CountedPosts(RingSlots slots, PostRecord record, Word name) {
        this.slots = slots;
        this.record = record;
        this.name = name;
    }

    @Override
    public int slots() {
        return slots.count();
    }

    @Override
    public int posted() {
        return record.posted();
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
    public int name(int index) {
        return name.isPresent() ? name.getInt(segment(index), offset(index)) : index;
    }

    /** Software sets the record to 0 itself, after the QP was reset. */
    @Override
    public void reset() {
        record.posted(0);
    }
}
