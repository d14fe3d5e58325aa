package dev.fenestra.hw.sim.mlx4;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.fenestra.hw.sim.card.CompletionPlaces;
import dev.fenestra.hw.sim.card.PinnedRing;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A completion ring. The last word of an entry, which is stored last, has the lap. A record says how many entries
 * software has taken, and asks for events.
 */
public final class Mlx4Completions implements CompletionPlaces {
    private static final VarHandle WORD =
            JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN).varHandle();
    private static final int ENTRY = Mlx4Formats.COMPLETIONS.structure().bytes();
    private static final int LAST_WORD = ENTRY - Integer.BYTES;
    private static final int COUNT_MASK = 0xffffff;
    private static final int LOG_COUNT = 24;
    /** Bits of the word with which software asks. */
    private static final int ANY = 2;

    private static final int SOLICITED = 1;

    private final PinnedRing memory;
    private final int entries;
    private final PinnedRing record;
    /** An entry is made here, so that nobody sees a part of it. */
    private final MemorySegment entry = MemorySegment.ofArray(new long[ENTRY / Long.BYTES]);

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
     */
    public Mlx4Completions(PinnedRing memory, int entries, PinnedRing record) {
        this.memory = memory;
        this.entries = entries;
        this.record = record;
        for (int i = 0; i < entries; i++) {
            Mlx4Formats.CQE_OWNER.set(memory.segment(i * ENTRY), memory.offset(i * ENTRY), 1);
        }
    }

    private int word(int number) {
        return (int) WORD.getAcquire(record.segment(0), record.offset(0) + (long) number * Integer.BYTES);
    }

    @Override
    public boolean hasRoom() {
        return (next - word(0) & COUNT_MASK) < entries;
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
        if (Mlx4Formats.SYNDROME.isSet(entry, 0)) {
            Mlx4Formats.CQE_OPCODE.set(entry, 0, Mlx4Formats.FAILED);
        }
        put();
    }

    private void put() {
        Mlx4Formats.CQE_OWNER.set(entry, 0, (next & entries) != 0);
        int at = (next & entries - 1) * ENTRY;
        MemorySegment to = memory.segment(at);
        long base = memory.offset(at);
        MemorySegment.copy(entry, 0, to, base, LAST_WORD);
        WORD.setRelease(to, base + LAST_WORD, (int) WORD.get(entry, (long) LAST_WORD));
        next++;
    }

    /**
     * Ends this ring by an entry that says so. Software moves what it has not taken, each to the next index (cq.c
     * {@code mlx4_cq_resize_copy_cqes}).
     *
     * @param other the ring that takes its place
     * @return false when one of the rings has not enough room; then nothing has changed
     */
    public boolean moveTo(Mlx4Completions other) {
        int unread = next - word(0) & COUNT_MASK;
        boolean fits = unread < Math.min(entries, other.entries);
        if (fits) {
            entry.fill((byte) 0);
            Mlx4Formats.CQE_OPCODE.set(entry, 0, Mlx4Formats.RESIZED);
            put();
            other.begin(this);
        }
        return fits;
    }

    private void begin(Mlx4Completions left) {
        next = left.next;
        marks = left.marks + 1;
        found = left.found;
        foundMarks = left.foundMarks;
        served = left.served;
        for (int i = 0; i < entries; i++) {
            int at = (next + i & entries - 1) * ENTRY;
            Mlx4Formats.CQE_OWNER.set(memory.segment(at), memory.offset(at), (next + i & entries) == 0);
        }
    }

    @Override
    public Asked asked() {
        int word = word(1);
        foundMarks = word == found ? foundMarks : marks;
        found = word;
        int command = found >>> LOG_COUNT & (ANY | SOLICITED);
        if (found == served || command == 0) {
            return Asked.NOTHING;
        }
        return command == SOLICITED ? Asked.SOLICITED : Asked.ANY;
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
