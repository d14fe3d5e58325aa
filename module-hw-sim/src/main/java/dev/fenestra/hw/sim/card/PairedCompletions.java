package dev.fenestra.hw.sim.card;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.fenestra.hw.sim.format.PairWords;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A completion ring in which a completion takes one entry or two. The last word of an entry, which is stored last, has
 * the lap. A record names the entry that software takes next, and asks for events. A ring that takes the place of
 * another begins empty: software takes what is left in the old one first.
 */
public final class PairedCompletions implements CompletionPlaces {
    private static final VarHandle WORD =
            JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();
    /** What an ask differs by from the one that was served. */
    private static final int ASK = 3 * ShadowRecord.SEQUENCE | ShadowRecord.ANY | ShadowRecord.SOLICITED;

    private final PinnedRing memory;
    private final int entries;
    private final ShadowRecord record;
    private final PairWords words;
    /** A completion is made here, so that nobody sees a part of it. */
    private final MemorySegment made;
    /** For each entry: completions that were written before it. */
    private final int[] before;

    /** The first ring of a queue is number 0, the one that takes its place number 1. */
    private int ring;

    private int next;
    private boolean isOddLap = true;
    private int written;
    private int served;
    private int found;

    /**
     * Makes an empty ring.
     *
     * @param memory of the entries
     * @param entries at least 4
     * @param record of the queue
     * @param words of an entry
     */
    public PairedCompletions(PinnedRing memory, int entries, ShadowRecord record, PairWords words) {
        this.memory = memory;
        this.entries = entries;
        this.record = record;
        this.words = words;
        made = MemorySegment.ofArray(new long[2 * words.bytes() / Long.BYTES]);
        before = new int[entries];
    }

    /** {@return the entry that software takes next} */
    private int taking() {
        boolean isHere = (record.asked() & ShadowRecord.RINGS) == (ring & ShadowRecord.RINGS);
        return isHere ? record.next() % entries : 0;
    }

    @Override
    public boolean hasRoom() {
        int used = (next - taking() + entries) % entries;
        return used + 2 < entries;
    }

    @Override
    public MemorySegment segment() {
        return made;
    }

    @Override
    public long offset() {
        return 0;
    }

    @Override
    public void publish() {
        boolean isPair = words.needsMore().isSet(made, 0);
        words.hasMore().set(made, 0, isPair);
        words.failed().set(made, 0, words.status().isSet(made, 0));
        int first = next;
        words.valid().set(made, 0, isOddLap);
        step();
        if (isPair) {
            words.moreValid().set(made, 0, isOddLap);
            put(words.bytes(), next);
            step();
        }
        put(0, first);
        written++;
    }

    private void step() {
        before[next] = written;
        next = (next + 1) % entries;
        isOddLap ^= next == 0;
    }

    private void put(int from, int entry) {
        int at = entry * words.bytes();
        MemorySegment to = memory.segment(at);
        long base = memory.offset(at);
        MemorySegment.copy(made, from, to, base, words.lastWord());
        WORD.setRelease(to, base + words.lastWord(), (long) WORD.get(made, (long) from + words.lastWord()));
    }

    /**
     * Ends this ring. Software takes what it holds, and then goes over to the other.
     *
     * @param other the ring that takes its place
     * @return false when it has not enough room for what software has not taken; then nothing has changed
     */
    public boolean moveTo(PairedCompletions other) {
        boolean fits = 2 * (written - taken() + 1) <= other.entries;
        if (fits) {
            other.ring = ring + 1;
            other.written = written;
            other.served = served;
        }
        return fits;
    }

    @Override
    public int taken() {
        int taking = taking();
        return taking == next ? written : before[taking];
    }

    @Override
    public Asked asked() {
        found = record.asked() & ASK;
        if (found == served || (found & (ShadowRecord.ANY | ShadowRecord.SOLICITED)) == 0) {
            return Asked.NOTHING;
        }
        return (found & ShadowRecord.ANY) == 0 ? Asked.SOLICITED : Asked.ANY;
    }

    @Override
    public int writtenSince(int count) {
        return count - taken();
    }

    @Override
    public void told() {
        served = found;
    }
}
