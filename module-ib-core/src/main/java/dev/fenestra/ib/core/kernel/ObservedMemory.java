package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.memory.ProcessMemory;
import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.InvalidationListener;
import dev.fenestra.ib.core.spi.OnDemandRange;
import dev.fenestra.ib.core.spi.PinnedPages;
import java.lang.foreign.MemorySegment;

/** A process's memory as drivers get it: every pin is told to the host's observer, whoever asked for it. */
final class ObservedMemory implements AddressSpace {
    private final ProcessMemory memory;
    private final Host host;
    private final String process;

    ObservedMemory(ProcessMemory memory, Host host, String process) {
        this.memory = memory;
        this.host = host;
        this.process = process;
    }

    @Override
    public PinnedPages pin(long address, long length, boolean writable) {
        PinnedPages pages = memory.pin(address, length, writable);
        HostObserver observer = host.observer();
        if (observer != null) {
            observer.pinned(process, pages.busAddresses().length);
        }
        return pages;
    }

    @Override
    public void unpin(PinnedPages pages) {
        memory.unpin(pages);
        HostObserver observer = host.observer();
        if (observer != null) {
            observer.unpinned(process, pages.busAddresses().length);
        }
    }

    @Override
    public OnDemandRange watch(long address, long length, InvalidationListener listener) {
        return memory.watch(address, length, listener);
    }

    @Override
    public int pageShift(long address) {
        return memory.pageShift(address);
    }

    @Override
    public long allocateContiguous(long bytes) {
        return memory.allocateContiguous(bytes);
    }

    @Override
    public MemorySegment writableSegment(long address) {
        return memory.writableSegment(address);
    }

    @Override
    public long allocate(long bytes) {
        return memory.allocate(bytes);
    }

    @Override
    public void free(long address) {
        memory.free(address);
    }

    @Override
    public MemorySegment segment(long address) {
        return memory.segment(address);
    }

    @Override
    public long offset(long address) {
        return memory.offset(address);
    }

    @Override
    public long contiguous(long address) {
        return memory.contiguous(address);
    }
}
