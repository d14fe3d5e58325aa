package dev.fenestra.ib.core.kernel.device;

import dev.fenestra.ib.core.kernel.RegionRule;
import dev.fenestra.ib.core.kernel.inspection.HostObserver;
import dev.fenestra.ib.core.kernel.inspection.HostTrace;
import dev.fenestra.ib.core.memory.DmaDomain;
import dev.fenestra.ib.core.memory.ProcessMemory;
import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.InvalidationListener;
import dev.fenestra.ib.core.spi.LentMemory;
import dev.fenestra.ib.core.spi.OnDemandRange;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.lang.foreign.MemorySegment;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * A process's memory as the driver of one device gets it. Bus addresses are those that the device may use, and the
 * host's observer sees every pin.
 */
public final class DmaSpace implements AddressSpace {
    private final ProcessMemory memory;
    private final DmaDomain domain;
    private final HostTrace trace;
    private final String process;
    private final boolean confidential;
    private final LentMemories lent;
    /** The pins of the process's memory, by the pins that the driver holds. */
    private final Map<PinnedPages, PinnedPages> pins = Collections.synchronizedMap(new IdentityHashMap<>());

    /**
     * Makes the memory of a process for a device.
     *
     * @param memory of the process
     * @param domain bus addresses of the device
     * @param trace observer of the host
     * @param process name of the process
     * @param confidential whether the device belongs to a confidential guest, and reaches shared memory only
     * @param lent kernel memory that the process can map
     */
    public DmaSpace(
            ProcessMemory memory,
            DmaDomain domain,
            HostTrace trace,
            String process,
            boolean confidential,
            LentMemories lent) {
        this.memory = memory;
        this.domain = domain;
        this.trace = trace;
        this.process = process;
        this.confidential = confidential;
        this.lent = lent;
    }

    @Override
    public PinnedPages pin(long address, long length, boolean writable) {
        if (confidential && !memory.isShared(address, length)) {
            throw new VerbsException(
                    RegionRule.PRIVATE_PINNED,
                    String.format("address=0x%x, length=0x%x of %s", address, length, process));
        }
        PinnedPages frames = memory.pin(address, length, writable);
        PinnedPages pages = mapped(frames);
        HostObserver observer = trace.observer();
        if (observer != null) {
            observer.pinned(process, pages.busAddresses().length);
        }
        return pages;
    }

    private PinnedPages mapped(PinnedPages frames) {
        try {
            PinnedPages pages = new PinnedPages(frames.address(), frames.length(), domain.map(frames.busAddresses()));
            pins.put(pages, frames);
            return pages;
        } catch (VerbsException refused) {
            memory.unpin(frames);
            throw refused;
        }
    }

    @Override
    public void unpin(PinnedPages pages) {
        PinnedPages frames = pins.remove(pages);
        if (frames == null) {
            throw new IllegalStateException(String.format("0x%x is not pinned by this handle", pages.address()));
        }
        domain.unmap(pages.busAddresses());
        memory.unpin(frames);
        HostObserver observer = trace.observer();
        if (observer != null) {
            observer.unpinned(process, pages.busAddresses().length);
        }
    }

    @Override
    public boolean isPinned(PinnedPages pages) {
        return pins.containsKey(pages);
    }

    @Override
    public long abandoned(PinnedPages pages) {
        PinnedPages frames = pins.get(pages);
        return frames == null ? 0 : memory.abandoned(frames);
    }

    @Override
    public boolean isSame(PinnedPages one, PinnedPages other) {
        PinnedPages first = pins.get(one);
        PinnedPages second = pins.get(other);
        return first != null && second != null && memory.isSame(first, second);
    }

    @Override
    public OnDemandRange watch(long address, long length, InvalidationListener listener) {
        InvalidationListener shown = (from, bytes, reason, mayBlock) -> {
            HostObserver observer = trace.observer();
            if (observer != null) {
                observer.pagesTaken(process, from, bytes, reason);
            }
            return listener.invalidate(from, bytes, reason, mayBlock);
        };
        return domain.isTranslating()
                ? new MappedRange(domain, shown, told -> memory.watch(address, length, told))
                : memory.watch(address, length, shown);
    }

    @Override
    public LentMemory lend(long bytes) {
        return lent.lend(bytes);
    }

    @Override
    public boolean isForeign() {
        return memory.isForeign();
    }

    @Override
    public void runPaging(Runnable work) {
        memory.runPaging(work);
    }

    @Override
    public boolean isPeer(long address, long length) {
        return memory.isPeer(address, length);
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
    public long allocate(long bytes) {
        return memory.allocate(bytes);
    }

    @Override
    public void free(long address) {
        memory.free(address);
    }

    @Override
    public long load(long address, MemorySegment target, long to, long length) {
        return memory.load(address, target, to, length);
    }

    @Override
    public long store(long address, MemorySegment source, long from, long length) {
        return memory.store(address, source, from, length);
    }

    @Override
    public MemorySegment segment(long address) {
        return memory.segment(address);
    }

    @Override
    public MemorySegment writableSegment(long address) {
        return memory.writableSegment(address);
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
