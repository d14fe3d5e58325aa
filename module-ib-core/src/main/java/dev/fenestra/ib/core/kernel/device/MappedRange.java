package dev.fenestra.ib.core.kernel.device;

import dev.fenestra.ib.core.memory.DmaDomain;
import dev.fenestra.ib.core.spi.Invalidation;
import dev.fenestra.ib.core.spi.InvalidationListener;
import dev.fenestra.ib.core.spi.OnDemandRange;
import dev.fenestra.ib.core.spi.PinnedPages;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * An on-demand range behind an IOMMU. Its pages are mapped when the device gets them, and unmapped once it has returned
 * them.
 */
public final class MappedRange implements OnDemandRange {
    private final DmaDomain domain;
    private final InvalidationListener listener;
    private final NavigableMap<Long, Page> pages = new TreeMap<>();
    private final OnDemandRange frames;

    /**
     * A page that the device has.
     *
     * @param frame its bus address without the IOMMU
     * @param busAddress its bus address
     */
    private record Page(long frame, long busAddress) {}

    /**
     * Makes a range.
     *
     * @param domain bus addresses of the device
     * @param listener takes pages away from the device
     * @param source makes the range without the IOMMU
     */
    public MappedRange(
            DmaDomain domain, InvalidationListener listener, Function<InvalidationListener, OnDemandRange> source) {
        this.domain = domain;
        this.listener = listener;
        frames = source.apply(this::invalidate);
    }

    private boolean invalidate(long address, long length, Invalidation reason, boolean mayBlock) {
        boolean given = listener.invalidate(address, length, reason, mayBlock);
        if (given) {
            unmap(address, address + length);
        }
        return given;
    }

    @Override
    public long sequence() {
        return frames.sequence();
    }

    @Override
    public boolean isStale(long sequence) {
        return frames.isStale(sequence);
    }

    @Override
    public long[] fault(long address, long length, boolean write) {
        return mapped(address, frames.fault(address, length, write));
    }

    @Override
    public long[] present(long address, long length, boolean write) {
        return mapped(address, frames.present(address, length, write));
    }

    @Override
    public long firstPresent(long address, long length) {
        return frames.firstPresent(address, length);
    }

    @Override
    public void close() {
        frames.close();
        unmap(0, Long.MAX_VALUE);
    }

    private synchronized long[] mapped(long address, long[] found) {
        long first = address >>> PinnedPages.PAGE_SHIFT;
        for (int i = 0; i < found.length; i++) {
            if (found[i] != 0) {
                found[i] = mapped(first + i << PinnedPages.PAGE_SHIFT, found[i] & BUS_ADDRESS).busAddress
                        | found[i] & ~BUS_ADDRESS;
            }
        }
        return found;
    }

    /** What was asked for while an invalidation ran may be of a frame that the page has lost since. */
    private Page mapped(long address, long frame) {
        Page known = pages.get(address);
        if (known != null && known.frame == frame) {
            return known;
        }
        if (known != null) {
            domain.unmap(new long[] {known.busAddress});
        }
        Page page = new Page(frame, domain.map(new long[] {frame})[0]);
        pages.put(address, page);
        return page;
    }

    private synchronized void unmap(long from, long to) {
        NavigableMap<Long, Page> gone = pages.subMap(from, true, to, false);
        gone.values().forEach(page -> domain.unmap(new long[] {page.busAddress}));
        gone.clear();
    }
}
