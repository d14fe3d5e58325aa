package dev.fenestra.hw.sim.hca.host;

import java.lang.foreign.MemorySegment;

/**
 * A bus of one segment, whose addresses are offsets into it. It serves bytes that lie in no host's memory and are
 * copied like those that do.
 *
 * @param memory the segment
 */
public record SegmentBus(MemorySegment memory) implements DmaBus {

    @Override
    public MemorySegment segment(long busAddress) {
        return memory;
    }

    @Override
    public long offset(long busAddress) {
        return busAddress;
    }

    @Override
    public int blockShift() {
        return Long.SIZE - 1;
    }

    @Override
    public long valid(long busAddress) {
        return Math.max(0, memory.byteSize() - busAddress);
    }
}
