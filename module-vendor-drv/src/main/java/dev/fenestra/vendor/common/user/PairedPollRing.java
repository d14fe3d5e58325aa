package dev.fenestra.vendor.common.user;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.fenestra.hw.sim.card.PinnedRing;
import dev.fenestra.hw.sim.card.ShadowRecord;
import dev.fenestra.hw.sim.format.PairWords;
import dev.fenestra.hw.sim.format.Word;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.function.LongConsumer;

/**
 * A completion ring in which a completion takes one entry or two; the last word of an entry has the lap. A record names
 * the entry that is taken next, and has the arm.
 */
public final class PairedPollRing implements PollRing {
    private static final VarHandle WORD =
            JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();
    private static final int SEQUENCES = 3;

    private final PinnedRing memory;
    private final int entries;
    private final ShadowRecord record;
    private final PairWords words;
    private final LongConsumer doorbell;
    private final Runnable free;
    private Runnable freeRecord;
    /** What was left in the ring before. */
    private final ArrayDeque<MemorySegment> left = new ArrayDeque<>();
    /** The completion that was looked at last. */
    private final MemorySegment seen;

    private int next;
    private boolean isOddLap = true;
    /** The entry that was looked at last, and how many completions lie between it and the next one to be taken. */
    private int cursor;

    private boolean isCursorOdd = true;
    private int ahead;
    private int sequence = 1;

    /**
     * Makes a ring from which nothing was taken.
     *
     * @param memory of the entries
     * @param entries at least 4
     * @param record of the queue
     * @param words of an entry
     * @param doorbell tells the card of an arm: the word of the record, in the upper half
     * @param free gives the memory of the entries back
     * @param freeRecord gives that of the record back
     */
    public PairedPollRing(
            PinnedRing memory,
            int entries,
            ShadowRecord record,
            PairWords words,
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
        seen = MemorySegment.ofArray(new long[2 * words.bytes() / Long.BYTES]);
    }

    /**
     * Goes over to another ring, which the card writes from now on. What was not taken is kept, and taken first.
     *
     * @param to memory of the other ring
     * @param count entries that it has
     * @param freeTo gives its memory back
     * @return the other ring
     */
    public PairedPollRing moved(PinnedRing to, int count, Runnable freeTo) {
        PairedPollRing other = new PairedPollRing(to, count, record, words, doorbell, freeTo, freeRecord);
        other.sequence = sequence;
        for (int i = 0; isNew(i); i++) {
            MemorySegment kept = MemorySegment.ofArray(new long[(int) seen.byteSize() / Long.BYTES]);
            other.left.add(kept.copyFrom(seen));
        }
        int asked = record.asked();
        record.next(0);
        record.ask(asked & ~ShadowRecord.RINGS | asked + 1 & ShadowRecord.RINGS);
        freeRecord = () -> {};
        return other;
    }

    /** Completions with two entries must fit as well. */
    @Override
    public int capacity() {
        return entries / 2 - 1;
    }

    @Override
    public boolean isNew(int count) {
        if (count < left.size()) {
            seen.copyFrom(left.stream().skip(count).findFirst().orElseThrow());
            return true;
        }
        return seek(count - left.size());
    }

    /** Looks at an entry of the ring. */
    private boolean seek(int count) {
        if (count < ahead) {
            ahead = 0;
            cursor = next;
            isCursorOdd = isOddLap;
        }
        boolean isThere = load();
        while (isThere && ahead < count) {
            pass();
            isThere = load();
        }
        return isThere;
    }

    private boolean load() {
        boolean isThere = isThere(cursor, 0, words.valid(), isCursorOdd);
        if (isThere && words.hasMore().isSet(seen, 0)) {
            int second = (cursor + 1) % entries;
            return isThere(second, words.bytes(), words.moreValid(), isCursorOdd ^ second == 0);
        }
        seen.asSlice(words.bytes()).fill((byte) 0);
        return isThere;
    }

    private boolean isThere(int entry, int into, Word lap, boolean isOdd) {
        int at = entry * words.bytes();
        long last = (long) WORD.getAcquire(memory.segment(at), memory.offset(at) + words.lastWord());
        MemorySegment.copy(memory.segment(at), memory.offset(at), seen, into, words.lastWord());
        WORD.set(seen, (long) into + words.lastWord(), last);
        return lap.isSet(seen, 0) == isOdd;
    }

    private void pass() {
        int used = words.hasMore().isSet(seen, 0) ? 2 : 1;
        isCursorOdd ^= cursor + used >= entries;
        cursor = (cursor + used) % entries;
        ahead++;
    }

    @Override
    public MemorySegment segment(int count) {
        return seen;
    }

    @Override
    public long offset(int count) {
        return 0;
    }

    /** The entry is the one that was looked at last. */
    @Override
    public void clear(int count, Word word) {
        if (count < left.size()) {
            word.set(left.stream().skip(count).findFirst().orElseThrow(), 0, 0);
        } else {
            int at = cursor * words.bytes();
            word.set(memory.segment(at), memory.offset(at), 0);
        }
    }

    @Override
    public void take() {
        if (left.poll() == null && seek(0)) {
            pass();
            ahead = 0;
            next = cursor;
            isOddLap = isCursorOdd;
        }
    }

    @Override
    public void publish() {
        record.next(next);
    }

    @Override
    public void arm(boolean solicitedOnly) {
        int asks = ShadowRecord.SOLICITED | (solicitedOnly ? 0 : ShadowRecord.ANY);
        int word = (sequence++ & SEQUENCES) * ShadowRecord.SEQUENCE | asks | record.asked() & ShadowRecord.RINGS;
        record.ask(word);
        doorbell.accept((long) word << Integer.SIZE);
    }

    @Override
    public void free() {
        free.run();
        freeRecord.run();
    }
}
