package acme.rdma;

import static acme.rdma.AcmeFormats.COUNT;

import acme.rdma.AcmeRegisters.Register;
import dev.fenestra.hw.sim.card.PinnedRing;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.vendor.common.user.PollRing;
import java.lang.foreign.MemorySegment;

/** A ring of completions as software reads it. */
final class AcmePollRing implements PollRing {
    private final PinnedRing memory;
    private final int entries;
    private final MappedPage registers;
    private final int number;
    private final Runnable free;
    private int next;

    AcmePollRing(PinnedRing memory, int entries, MappedPage registers, int number, Runnable free) {
        this.memory = memory;
        this.entries = entries;
        this.registers = registers;
        this.number = number;
        this.free = free;
    }

    @Override
    public int capacity() {
        return entries;
    }

    @Override
    public boolean isNew(int ahead) {
        int sequence = (int) COUNT.getAcquire(segment(ahead), offset(ahead) + AcmeFormats.SEQUENCE);
        return sequence == next + ahead + 1;
    }

    private int place(int ahead) {
        return (next + ahead & entries - 1) * AcmeCompletions.BYTES;
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
        Register.COMPLETION.write(registers, number, next);
    }

    @Override
    public void arm(boolean solicitedOnly) {
        Register.ARM.write(registers, number, solicitedOnly ? 1 : 0);
    }

    @Override
    public void free() {
        free.run();
    }
}
