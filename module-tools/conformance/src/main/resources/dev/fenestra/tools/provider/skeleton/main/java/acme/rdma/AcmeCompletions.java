package acme.rdma;

import static acme.rdma.AcmeFormats.COUNT;

import dev.fenestra.hw.sim.card.CompletionPlaces;
import dev.fenestra.hw.sim.card.PinnedRing;
import java.lang.foreign.MemorySegment;

/** A ring of completions. A register says how many of them software has taken, or a word behind the ring. */
final class AcmeCompletions implements CompletionPlaces {
    static final int BYTES = AcmeFormats.COMPLETIONS.structure().bytes();

    private final PinnedRing memory;
    private final int entries;
    private final boolean hasRecord;
    private int written;
    private volatile int taken;

    AcmeCompletions(PinnedRing memory, int entries, boolean hasRecord) {
        this.memory = memory;
        this.entries = entries;
        this.hasRecord = hasRecord;
    }

    void taken(int count) {
        taken = count;
    }

    @Override
    public boolean hasRoom() {
        int end = entries * BYTES;
        int counted = hasRecord ? (int) COUNT.getAcquire(memory.segment(end), memory.offset(end)) : taken;
        return written - counted < entries;
    }

    private int place() {
        return (written & entries - 1) * BYTES;
    }

    @Override
    public MemorySegment segment() {
        return memory.segment(place());
    }

    @Override
    public long offset() {
        return memory.offset(place());
    }

    @Override
    public void publish() {
        COUNT.setRelease(segment(), offset() + AcmeFormats.SEQUENCE, written + 1);
        written++;
    }
}
