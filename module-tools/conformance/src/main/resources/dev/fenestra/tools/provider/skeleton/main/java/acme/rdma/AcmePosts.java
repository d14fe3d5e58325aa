package acme.rdma;

import static acme.rdma.AcmeFormats.COUNT;

import dev.fenestra.hw.sim.card.PinnedRing;
import dev.fenestra.hw.sim.card.PostedQueue;
import java.lang.foreign.MemorySegment;

/**
 * A ring of requests. A register says how many are posted, or a word behind the rings. The ring of an SRQ has a header:
 * how many receives the card has taken, and how many were posted when the ring was made.
 */
final class AcmePosts implements PostedQueue {
    static final int BYTES = AcmeFormats.SENDS.structure().bytes();

    private static final int COUNT_MASK = 0xffff;
    private static final int NONE = -1;

    private final PinnedRing memory;
    private final int start;
    private final int slots;
    private final int record;
    private final boolean hasHeader;
    private volatile int posted;
    private int retired;

    private AcmePosts(PinnedRing memory, int start, int slots, int record, boolean hasHeader) {
        this.memory = memory;
        this.start = start;
        this.slots = slots;
        this.record = record;
        this.hasHeader = hasHeader;
    }

    /** A ring of a QP; a register has the count. */
    static AcmePosts of(PinnedRing memory, int start, int slots) {
        return new AcmePosts(memory, start, slots, NONE, false);
    }

    /** A ring of a QP; a word in its memory has the count. */
    static AcmePosts counted(PinnedRing memory, int start, int slots, int record) {
        return new AcmePosts(memory, start, slots, record, false);
    }

    /** The ring of an SRQ, behind its header. */
    static AcmePosts shared(PinnedRing memory, int slots) {
        return new AcmePosts(memory, BYTES, slots, NONE, true);
    }

    void posted(int count) {
        posted = count & COUNT_MASK;
    }

    @Override
    public int slots() {
        return slots;
    }

    @Override
    public int posted() {
        return record == NONE
                ? posted
                : (int) COUNT.getAcquire(memory.segment(record), memory.offset(record)) & COUNT_MASK;
    }

    private int place(int index) {
        return start + (index & slots - 1) * BYTES;
    }

    @Override
    public MemorySegment segment(int index) {
        return memory.segment(place(index));
    }

    @Override
    public long offset(int index) {
        return memory.offset(place(index));
    }

    @Override
    public int bytes(int index) {
        return AcmeFormats.DATA_END;
    }

    @Override
    public void retired(int index) {
        retired = index + 1 & COUNT_MASK;
        if (hasHeader) {
            header(0, retired);
        }
    }

    private void header(int word, int count) {
        COUNT.setRelease(memory.segment(0), memory.offset(0) + (long) word * Integer.BYTES, count);
    }

    @Override
    public void reset() {
        posted = 0;
        if (record != NONE) {
            COUNT.setRelease(memory.segment(record), memory.offset(record), 0);
        }
    }

    /** Moves what is posted to another ring of an SRQ; false when it has not enough room, and then nothing is moved. */
    boolean moveTo(AcmePosts other) {
        int outstanding = posted - retired & COUNT_MASK;
        boolean fits = outstanding <= other.slots;
        for (int i = 0; fits && i < outstanding; i++) {
            int from = retired + i;
            MemorySegment.copy(segment(from), offset(from), other.segment(i), other.offset(i), BYTES);
        }
        if (fits) {
            other.posted = outstanding;
            other.header(1, outstanding);
        }
        return fits;
    }
}
