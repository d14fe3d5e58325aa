package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.hca.host.DmaBus;
import dev.fenestra.ib.core.spi.BusMemory;
import java.lang.foreign.MemorySegment;

/**
 * Connects a device to its host's memory.
 *
 * @param memory the host's memory by bus address
 */
record HostBus(BusMemory memory) implements DmaBus {
    @Override
    public MemorySegment segment(long busAddress) {
        return memory.segment(busAddress);
    }

    @Override
    public long offset(long busAddress) {
        return memory.offset(busAddress);
    }

    @Override
    public int blockShift() {
        return memory.blockShift();
    }

    @Override
    public boolean mayFault() {
        return memory.mayFault();
    }

    @Override
    public long valid(long busAddress) {
        return memory.valid(busAddress);
    }
}
