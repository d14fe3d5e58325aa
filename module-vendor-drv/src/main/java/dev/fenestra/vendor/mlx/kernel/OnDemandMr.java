package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.DmaBufSource;
import dev.fenestra.ib.core.spi.DriverMr;
import dev.fenestra.ib.core.spi.Invalidation;
import dev.fenestra.ib.core.spi.InvalidationListener;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.OnDemandRange;
import dev.fenestra.ib.core.spi.OnDemandRequest;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * A region with on-demand paging. Pages come when the device needs them, and go when the process or its kernel removes
 * them. Its lock is held while translations are written or removed, because a thread that removes pages waits for it.
 * It is never held while pages are brought in.
 */
final class OnDemandMr implements DriverMr {
    private static final int PAGE_SHIFT = PinnedPages.PAGE_SHIFT;
    private static final int HUGE_PAGE_SHIFT = 21;
    /** Pages that one step looks at and writes to the device. */
    private static final long PAGES_AT_ONCE = 4096;

    private static final int NO_KEY = 0;

    private final AddressSpace memory;
    private final OnDemandRequest request;
    private final OnDemandMkeys mkeys;
    private final OnDemandCounters counters;
    private final OnDemandRange range;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile int key;

    private OnDemandMr(
            AddressSpace memory,
            OnDemandRequest request,
            OnDemandMkeys mkeys,
            OnDemandCounters counters,
            Function<InvalidationListener, OnDemandRange> source) {
        this.memory = memory;
        this.request = request;
        this.mkeys = mkeys;
        this.counters = counters;
        range = source.apply(this::invalidate);
    }

    /**
     * Watches the range and creates the mkey. The pages of an explicit region that are in memory already become known
     * to the device, so they cause no fault later.
     */
    static OnDemandMr create(
            MlxPd pd, OnDemandRequest request, LedgerCell bound, OnDemandMkeys mkeys, OnDemandCounters counters) {
        AddressSpace memory = pd.context().memory();
        long length = request.isImplicit() ? AddressSpace.USER_BYTES : request.length();
        return create(
                pd,
                new OnDemandMr(memory, request, mkeys, counters, told -> memory.watch(request.address(), length, told)),
                bound,
                false);
    }

    /** The same over an exporter's buffer, whose pages are all in memory. */
    static OnDemandMr importBuffer(
            MlxPd pd,
            DmaBufSource buffer,
            OnDemandRequest request,
            LedgerCell bound,
            OnDemandMkeys mkeys,
            OnDemandCounters counters) {
        return create(pd, new OnDemandMr(pd.context().memory(), request, mkeys, counters, buffer::attach), bound, true);
    }

    private static OnDemandMr create(MlxPd pd, OnDemandMr mr, LedgerCell bound, boolean fault) {
        OnDemandRequest request = mr.request;
        try {
            mr.key = mr.mkeys.create(pd, request, bound);
        } catch (VerbsException refused) {
            mr.range.close();
            throw refused;
        }
        try {
            if (!request.isImplicit()) {
                mr.bring(request.address(), request.length(), request.writable(), fault);
            }
            return mr;
        } catch (VerbsException refused) {
            mr.destroy();
            throw refused;
        }
    }

    /** Destroys the mkey, then stops watching the pages. EBUSY with bound windows; then nothing has changed. */
    void destroy() {
        lock.lock();
        try {
            // An invalidation that comes now must not find a key that is no more.
            mkeys.destroy(key);
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

    AddressSpace memory() {
        return memory;
    }

    OnDemandCounters counters() {
        return counters;
    }

    /** The virtual address in the process for an address in requests. */
    long virtual(long wireAddress) {
        return request.address() + (wireAddress - request.iova());
    }

    /**
     * Makes pages of the region known to the device. Pages that are removed meanwhile are looked up again.
     *
     * @param address in the process
     * @param write whether the device will write; ignored for a region without a right to write
     * @param fault whether to bring in pages that are not in memory; EFAULT where nothing is mapped or can be, EINVAL
     *     for a small page of a HUGETLB region
     * @return how many pages are new to the device, or have new rights
     */
    long bring(long address, long length, boolean write, boolean fault) {
        long last = request.isImplicit() ? AddressSpace.USER_BYTES - 1 : request.address() + request.length() - 1;
        long first = Math.max(address, request.address());
        long end = Math.min(address + length - 1, last) + 1;
        if (fault && request.isImplicit() && Long.compareUnsigned(address, last) > 0) {
            // No process has memory there; the request would fault again and again.
            range.fault(address, 1, write);
        }
        long done = 0;
        while (first < end) {
            long start = fault ? first : range.firstPresent(first, end - first);
            long next = Math.min(end, (start >>> PAGE_SHIFT) + PAGES_AT_ONCE << PAGE_SHIFT);
            done += start < end ? bringPart(start, next - start, write && request.writable(), fault) : 0;
            first = next;
        }
        return done;
    }

    private long bringPart(long address, long length, boolean write, boolean fault) {
        while (true) {
            long sequence = range.sequence();
            long[] pages = fault ? range.fault(address, length, write) : range.present(address, length, write);
            if (!hasRightSize(address, length, pages, fault)) {
                return 0;
            }
            lock.lock();
            try {
                if (key == NO_KEY || isEmpty(pages)) {
                    return 0;
                }
                if (!range.isStale(sequence)) {
                    return mkeys.writeTranslations(key, page(address), pages);
                }
            } finally {
                lock.unlock();
            }
            Thread.onSpinWait();
        }
    }

    private static boolean isEmpty(long[] pages) {
        for (long page : pages) {
            if (page != 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * Small pages of a HUGETLB region are refused with EINVAL when they are faulted in. Until then they count as
     * absent.
     */
    private boolean hasRightSize(long address, long length, long[] pages, boolean fault) {
        if (!AccessFlag.HUGETLB.in(request.access()) || isEmpty(pages)) {
            return true;
        }
        long step = 1L << PAGE_SHIFT;
        for (long at = address & -step; at < address + length; at += step) {
            boolean isSmall = memory.pageShift(at) != HUGE_PAGE_SHIFT;
            if (isSmall && fault) {
                throw new VerbsException(MlxRule.HUGE_PAGES, String.format("address=0x%x", at));
            }
            if (isSmall) {
                return false;
            }
        }
        return true;
    }

    /** The number of a page of the region. */
    private long page(long address) {
        return (address >>> PAGE_SHIFT) - (request.address() >>> PAGE_SHIFT);
    }

    /** The MMU notifier. When it returns, the device uses none of these pages. The key stays valid. */
    private boolean invalidate(long address, long length, Invalidation reason, boolean mayBlock) {
        if (!mayBlock) {
            return false;
        }
        lock.lock();
        try {
            if (key != NO_KEY) {
                long zapped = mkeys.zapTranslations(key, page(address), length >>> PAGE_SHIFT);
                counters.invalidated(zapped);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }
}
