package dev.fenestra.hw.sim.fabric;

import dev.fenestra.hw.sim.device.DmaBus;
import java.lang.foreign.MemorySegment;

/** Payload that has left its sender's memory: a bus whose addresses are offsets into memory of its own. */
final class HeldBytes implements DmaBus {
    private final MemorySegment bytes;

    HeldBytes(MemorySegment bytes) {
        this.bytes = bytes;
    }

    @Override
    public MemorySegment segment(long busAddress) {
        return bytes;
    }

    @Override
    public long offset(long busAddress) {
        return busAddress;
    }

    @Override
    public long valid(long busAddress) {
        return Math.max(0, bytes.byteSize() - busAddress);
    }
}
