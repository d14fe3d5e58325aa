package acme.rdma;

import static acme.rdma.AcmeFormats.COUNT;

import acme.rdma.AcmeRegisters.Register;
import dev.fenestra.hw.sim.card.PinnedRing;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.vendor.common.user.PostRing;
import java.lang.foreign.MemorySegment;

/** A ring of requests as software fills it. A place of an SRQ's ring is free when the header says that it was taken. */
final class AcmePostRing implements PostRing {
    private static final int COUNT_MASK = 0xffff;

    private final PinnedRing memory;
    private final int start;
    private final int slots;
    private final MappedPage registers;
    private final Register register;
    private final int number;
    private final Runnable free;
    /** The count of the request that the queue calls 0. */
    private final int origin;

    private volatile int tail;

    private AcmePostRing(
            PinnedRing memory,
            int start,
            int slots,
            MappedPage registers,
            Register register,
            int number,
            int origin,
            Runnable free) {
        this.memory = memory;
        this.start = start;
        this.slots = slots;
        this.registers = registers;
        this.register = register;
        this.number = number;
        this.origin = origin;
        this.free = free;
    }

    /** A ring of a QP. */
    static AcmePostRing of(
            PinnedRing memory,
            int start,
            int slots,
            MappedPage registers,
            Register register,
            int number,
            Runnable free) {
        return new AcmePostRing(memory, start, slots, registers, register, number, 0, free);
    }

    /** The ring of an SRQ. The header says how many receives the card has moved there from a smaller or larger one. */
    static AcmePostRing shared(PinnedRing memory, int slots, MappedPage registers, int number, Runnable free) {
        int moved = (int) COUNT.getAcquire(memory.segment(0), memory.offset(0) + Integer.BYTES);
        return new AcmePostRing(
                memory, AcmePosts.BYTES, slots, registers, Register.SHARED_RECEIVE, number, moved, free);
    }

    @Override
    public int room() {
        return slots;
    }

    @Override
    public boolean isFull(int count) {
        boolean isShared = register == Register.SHARED_RECEIVE;
        int done = isShared ? (int) COUNT.getAcquire(memory.segment(0), memory.offset(0)) : tail;
        return (origin + count - done & COUNT_MASK) >= slots;
    }

    private int place(int count) {
        return start + (origin + count & slots - 1) * AcmePosts.BYTES;
    }

    @Override
    public MemorySegment segment(int count) {
        return memory.segment(place(count));
    }

    @Override
    public long offset(int count) {
        return memory.offset(place(count));
    }

    @Override
    public int bytes() {
        return AcmePosts.BYTES;
    }

    @Override
    public void publish(int end) {
        register.write(registers, number, origin + end & COUNT_MASK);
    }

    @Override
    public void completed(int count) {
        tail = count + 1 & COUNT_MASK;
    }

    @Override
    public void reset() {
        tail = 0;
    }

    @Override
    public void free() {
        free.run();
    }
}
