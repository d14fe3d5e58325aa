package dev.fenestra.vendor.common.kernel;

import dev.fenestra.hw.sim.hca.core.KeyControl;
import dev.fenestra.hw.sim.hca.core.RegionSpec;
import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.DriverMr;
import dev.fenestra.ib.core.spi.Invalidation;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.OnDemandRange;
import dev.fenestra.ib.core.spi.OnDemandRequest;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/** A region without pins: pages come when the card asks for them, and go when the process or its kernel takes them. */
final class PagedRegion implements DriverMr {
    private static final int PAGE_SHIFT = PinnedPages.PAGE_SHIFT;
    /** Pages that the card is told of in one call. */
    private static final long PAGES_AT_ONCE = 1024;

    private static final int NO_KEY = 0;

    private final CardCalls calls;
    private final KeyControl control;
    private final OnDemandRequest asked;
    private final OnDemandRange range;
    /**
     * Held while the card is told of pages, never while pages are brought in: whoever takes pages away waits for it.
     */
    private final ReentrantLock lock = new ReentrantLock();

    private volatile int key = NO_KEY;

    private PagedRegion(CardCalls calls, AddressSpace memory, OnDemandRequest asked) {
        this.calls = calls;
        this.asked = asked;
        control = calls.core().keys();
        range = memory.watch(asked.address(), asked.length(), this::invalidate);
    }

    /** Watches the range and makes the key. The card is told of what is in memory already. */
    static PagedRegion create(CardCalls calls, CardPd pd, OnDemandRequest asked, LedgerCell bound) {
        PagedRegion made = new PagedRegion(calls, pd.context().memory(), asked);
        int access = asked.access();
        RegionSpec region = new RegionSpec(
                pd.number(),
                asked.iova(),
                asked.length(),
                AccessBits.toEngine(access),
                AccessFlag.MW_BIND.in(access),
                AccessFlag.ZERO_BASED.in(access),
                new long[0],
                bound.busAddress());
        try {
            made.key = calls.ofRegion(() -> made.control.registerOnDemand(region));
        } catch (VerbsException refused) {
            made.range.close();
            throw refused;
        }
        try {
            made.bring(asked.address(), asked.length(), true, false);
            return made;
        } catch (VerbsException refused) {
            made.destroy();
            throw refused;
        }
    }

    /** EBUSY with bound windows, and all stays. */
    void destroy() {
        lock.lock();
        try {
            int last = key;
            calls.ofRegion(() -> control.destroy(last));
            key = NO_KEY;
        } finally {
            lock.unlock();
        }
        range.close();
    }

    @Override
    public int lkey() {
        return key;
    }

    @Override
    public int rkey() {
        return key;
    }

    /** Where the process has a byte that requests name by an address. */
    long virtual(long address) {
        return asked.address() + (address - asked.iova());
    }

    /**
     * Makes the pages of a range known to the card, as far as it lies in the region.
     *
     * @param address in the process
     * @param write the card will write; as far as the region is written at all
     * @param fault brings in what is not in memory; EFAULT where nothing is mapped
     */
    void bring(long address, long length, boolean write, boolean fault) {
        long first = Math.max(address, asked.address());
        long end = Math.min(address + length, asked.address() + asked.length());
        while (first < end) {
            long start = fault ? first : range.firstPresent(first, end - first);
            long next = Math.min(end, (start >>> PAGE_SHIFT) + PAGES_AT_ONCE << PAGE_SHIFT);
            if (start < end) {
                bringPart(start, next - start, write && asked.writable(), fault);
            }
            first = next;
        }
    }

    private void bringPart(long address, long length, boolean write, boolean fault) {
        boolean done = false;
        while (!done) {
            long sequence = range.sequence();
            long[] pages = fault ? range.fault(address, length, write) : range.present(address, length, write);
            done = Arrays.stream(pages).allMatch(page -> page == 0) || store(sequence, page(address), pages);
        }
    }

    /** False when pages have gone meanwhile, and must be asked for again. */
    private boolean store(long sequence, long first, long[] pages) {
        lock.lock();
        try {
            int live = key;
            boolean stale = live != NO_KEY && range.isStale(sequence);
            if (live != NO_KEY && !stale) {
                calls.number(() -> control.writePages(live, first, pages));
            }
            return !stale;
        } finally {
            lock.unlock();
        }
    }

    /** Before pages go: when it returns, the card uses none of them. */
    private boolean invalidate(long address, long length, Invalidation reason, boolean mayBlock) {
        if (!mayBlock) {
            return false;
        }
        lock.lock();
        try {
            int live = key;
            if (live != NO_KEY) {
                calls.number(() -> control.zapPages(live, page(address), length >>> PAGE_SHIFT));
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** The number of a page in the region. */
    private long page(long address) {
        return (address >>> PAGE_SHIFT) - (asked.address() >>> PAGE_SHIFT);
    }
}
