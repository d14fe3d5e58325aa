package dev.fenestra.hw.sim.hca.protection;

import dev.fenestra.hw.sim.hca.host.DmaBus;
import java.lang.foreign.MemorySegment;

/**
 * The block of bus addresses that was looked up last ({@link DmaBus#blockShift}). Memory may change between two bursts,
 * so each burst begins anew.
 */
final class BusBlock {
    private static final long NONE = -1;

    private DmaBus bus;
    private int shift;
    private long number = NONE;
    private long toOffset;
    /** The memory of the block. */
    MemorySegment segment = MemorySegment.NULL;

    BusBlock(DmaBus bus) {
        this.bus = bus;
    }

    /** Begins a burst: forgets the block, and looks blocks up on this bus from now on. */
    void begin(DmaBus next) {
        bus = next;
        shift = next.blockShift();
        number = NONE;
        segment = MemorySegment.NULL;
    }

    boolean holds(long busAddress) {
        return busAddress >>> shift == number;
    }

    /** Looks up the block of an address. */
    void find(long busAddress) {
        segment = bus.segment(busAddress);
        toOffset = bus.offset(busAddress) - busAddress;
        number = busAddress >>> shift;
    }

    /** {@return where in {@link #segment} an address of the block lies} */
    long offset(long busAddress) {
        return busAddress + toOffset;
    }
}
