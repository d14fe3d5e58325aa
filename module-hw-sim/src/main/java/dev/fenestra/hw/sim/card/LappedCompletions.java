package dev.fenestra.hw.sim.card;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.fenestra.hw.sim.format.LapWords;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * A completion ring. One word of an entry, which is stored last, has the lap. A record says how many entries
 * software has taken, and asks for events.
 */
public final class LappedCompletions implements CompletionPlaces {
    /** Words are moved as they are, in any order of bytes. */
    private static final VarHandle WORD = JAVA_INT.varHandle();

    private final PinnedRing memory;
    private final int entries;
    private final PollRecord record;
    private final LapWords words;
    /** An entry is made here, so that nobody sees a part of it. */
    private final MemorySegment entry;

    private int next;
    /** Entries that say that the ring was exchanged; nobody waits for them. */
    private int marks;

    private int found;
    private int foundMarks;
    private int served;

    /**
     * Makes a ring in which all entries are the card's.
     *
     * @param memory of the entries
     * @param entries a power of two
     * @param record the doorbell record
     * @param words of an entry
     */
    public LappedCompletions(PinnedRing memory, int entries, PollRecord record, LapWords words) {
        this.memory = memory;
        this.entries = entries;
        this.record = record;
        this.words = words;
        entry = MemorySegment.ofArray(new long[words.bytes() / Long.BYTES]);
        for (int i = 0; i < entries; i++) {
            words.owner().set(memory.segment(i * words.bytes()), memory.offset(i * words.bytes()), !words.isSetFirst());
        }
    }

    @Override
    public boolean hasRoom() {
        return (next - record.taken() & PollRecord.COUNT_MASK) < entries;
    }

    @Override
    public MemorySegment segment() {
        return entry;
    }

    @Override
    public long offset() {
        return 0;
    }

    @Override
    public void publish() {
        if (words.syndrome().isSet(entry, 0)) {
            words.opcode().set(entry, 0, words.failed());
        }
        put();
    }

    private void put() {
        words.owner().set(entry, 0, words.lap(next, entries));
        int at = (next & entries - 1) * words.bytes();
        MemorySegment to = memory.segment(at);
        long base = memory.offset(at);
        int last = words.lastWord();
        int behind = last + Integer.BYTES;
        MemorySegment.copy(entry, 0, to, base, last);
        MemorySegment.copy(entry, behind, to, base + behind, words.bytes() - behind);
        WORD.setRelease(to, base + last, (int) WORD.get(entry, (long) last));
        next++;
    }

    /**
     * Ends this ring by an entry that says so. Software moves what it has not taken, each to the next index (cq.c
     * {@code mlx4_cq_resize_copy_cqes}).
     *
     * @param other the ring that takes its place
     * @return false when one of the rings has not enough room; then nothing has changed
     */
    public boolean moveTo(LappedCompletions other) {
        int unread = next - record.taken() & PollRecord.COUNT_MASK;
        boolean fits = unread < Math.min(entries, other.entries);
        if (fits) {
            entry.fill((byte) 0);
            words.opcode().set(entry, 0, words.resized());
            put();
            other.begin(this);
        }
        return fits;
    }

    private void begin(LappedCompletions left) {
        next = left.next;
        marks = left.marks + 1;
        found = left.found;
        foundMarks = left.foundMarks;
        served = left.served;
        for (int i = 0; i < entries; i++) {
            int at = (next + i & entries - 1) * words.bytes();
            words.owner().set(memory.segment(at), memory.offset(at), !words.lap(next + i, entries));
        }
    }

    @Override
    public Asked asked() {
        int word = record.asked();
        foundMarks = word == found ? foundMarks : marks;
        found = word;
        int command = found & (PollRecord.ANY | PollRecord.SOLICITED);
        if (found == served || command == 0) {
            return Asked.NOTHING;
        }
        return command == PollRecord.SOLICITED ? Asked.SOLICITED : Asked.ANY;
    }

    @Override
    public int writtenSince(int written) {
        return written + foundMarks - found << Byte.SIZE >> Byte.SIZE;
    }

    @Override
    public void told() {
        served = found;
    }
}
