package dev.fenestra.ib.core.memory;

import dev.fenestra.ib.core.spi.AddressSpace;
import java.lang.foreign.MemorySegment;

/** The part of the memory of a process that is its own loads and stores. */
abstract sealed class AccessedMemory implements AddressSpace permits ProcessMemory {
    private final PhysicalMemory physical;
    private final Touches touches;

    AccessedMemory(PhysicalMemory physical, Touches touches) {
        this.physical = physical;
        this.touches = touches;
    }

    final PhysicalMemory physical() {
        return physical;
    }

    final Touches touches() {
        return touches;
    }

    @Override
    public final long load(long address, MemorySegment target, long to, long length) {
        return touches.load(address, target, to, length);
    }

    @Override
    public final long store(long address, MemorySegment source, long from, long length) {
        return touches.store(address, source, from, length);
    }

    @Override
    public final MemorySegment segment(long address) {
        return physical.segment(touches.busAddress(address, false));
    }

    @Override
    public final MemorySegment writableSegment(long address) {
        return physical.segment(touches.busAddress(address, true));
    }

    @Override
    public final long offset(long address) {
        return physical.offset(touches.busAddress(address, false));
    }

    @Override
    public final long contiguous(long address) {
        return touches.contiguous(address);
    }
}
