package dev.fenestra.vendor.common.user;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.fenestra.hw.sim.card.PinnedRing;
import dev.fenestra.hw.sim.card.PollRecord;
import dev.fenestra.hw.sim.format.LapWords;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.function.LongConsumer;

/** A completion ring: a word of each entry has the lap. A record has the count of those taken, and maybe the arm. */
public final class LappedPollRing implements PollRing {
    private static final VarHandle WORD = JAVA_INT.varHandle();
    private static final int SEQUENCE_SHIFT = 28;
    private static final int SEQUENCES = 3;

    private final PinnedRing memory;
    private final int entries;
    private final PollRecord record;
    private final LapWords words;
    private final LongConsumer doorbell;
    private final Runnable free;
    private Runnable freeRecord;
    private int next;
    private int sequence = 1;

    /**
     * Makes a ring from which nothing was taken.
     *
     * @param memory of the entries
     * @param entries a power of two
     * @param record the doorbell record
     * @param words of an entry
     * @param doorbell tells the card of an arm: the word of the record, and in the lower half the count alone
     * @param free gives the memory of the entries back
     * @param freeRecord gives that of the record back
     */
    public LappedPollRing(
            PinnedRing memory,
            int entries,
            PollRecord record,
            LapWords words,
            LongConsumer doorbell,
            Runnable free,
            Runnable freeRecord) {
        this.memory = memory;
        this.entries = entries;
        this.record = record;
        this.words = words;
        this.doorbell = doorbell;
        this.free = free;
        this.freeRecord = freeRecord;
    }

    private int place(int ahead) {
        return (next + ahead & entries - 1) * words.bytes();
    }

    /**
     * Copies what was not taken to another ring, each entry to the next index (cq.c {@code mlx4_cq_resize_copy_cqes}).
     * The record goes with it.
     *
     * @param to memory of the other ring
     * @param count entries that it has, a power of two
     * @param freeTo gives its memory back
     * @return the other ring
     */
    public LappedPollRing moved(PinnedRing to, int count, Runnable freeTo) {
        LappedPollRing other = new LappedPollRing(to, count, record, words, doorbell, freeTo, freeRecord);
        other.sequence = sequence;
        other.next = next + 1;
        int ahead = 0;
        while (words.opcode().getInt(segment(ahead), offset(ahead)) != words.resized()) {
            MemorySegment.copy(segment(ahead), offset(ahead), other.segment(ahead), other.offset(ahead), words.bytes());
            words.owner().set(other.segment(ahead), other.offset(ahead), words.lap(other.next + ahead, count));
            ahead++;
        }
        other.publish();
        freeRecord = () -> {};
        return other;
    }

    /** One entry is for the mark of an exchange, if the ring can be exchanged. */
    @Override
    public int capacity() {
        return words.opcode().isPresent() ? entries - 1 : entries;
    }

    @Override
    public boolean isNew(int ahead) {
        WORD.getAcquire(segment(ahead), offset(ahead) + words.lastWord());
        return words.owner().isSet(segment(ahead), offset(ahead)) == words.lap(next + ahead, entries);
    }

    @Override
    public MemorySegment segment(int ahead) {
        return memory.segment(place(ahead));
    }

    @Override
    public long offset(int ahead) {
        return memory.offset(place(ahead));
    }

    @Override
    public void take() {
        next++;
    }

    @Override
    public void publish() {
        record.taken(next);
    }

    @Override
    public void arm(boolean solicitedOnly) {
        int asks = solicitedOnly ? PollRecord.SOLICITED : PollRecord.ANY;
        int head = (sequence++ & SEQUENCES) << SEQUENCE_SHIFT | asks;
        int count = next & PollRecord.COUNT_MASK;
        record.ask(head | count);
        doorbell.accept((long) head << Integer.SIZE | count);
    }

    @Override
    public void free() {
        free.run();
        freeRecord.run();
    }
}
