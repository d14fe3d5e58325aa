package dev.fenestra.ib.core.memory;

import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.Invalidation;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The changes that remove translations of a process. There is one change at a time. It calls the listeners first, and
 * holds no lock meanwhile that a page fault needs.
 */
final class PageChanges {
    private final Pages pages;
    private final Watches watches = new Watches();
    private final ReentrantLock lock = new ReentrantLock();

    PageChanges(Pages pages) {
        this.pages = pages;
    }

    void add(RangeWatch watch) {
        alone(() -> watches.add(watch));
    }

    void remove(RangeWatch watch) {
        alone(() -> watches.remove(watch));
    }

    boolean isWatched() {
        return watches.isAny();
    }

    void unmap(long from, long to, Invalidation reason) {
        alone(() -> watches.invalidate(from, to, reason, true, () -> pages.unmap(from, to)));
    }

    /**
     * Unmaps a range unless its pages are absent, or those at the bus addresses that a program says.
     *
     * @param toBus what to add to an address for the bus address
     */
    void unmapOthers(long from, long to, long toBus) {
        if (!hasOthers(from, to, toBus)) {
            return;
        }
        alone(() -> {
            // Another thread that brings the same pages may have been first.
            if (hasOthers(from, to, toBus)) {
                watches.invalidate(from, to, Invalidation.UNMAP, true, () -> pages.unmap(from, to));
            }
        });
    }

    private boolean hasOthers(long from, long to, long toBus) {
        for (long page = pages.firstPresent(from, to); page < to; page = pages.firstPresent(next(page), to)) {
            long frame = pages.ifPresent(page, false);
            if (frame != 0 && frame != page + toBus) {
                return true;
            }
        }
        return false;
    }

    private static long next(long page) {
        return page + PhysicalMemory.FRAME_BYTES;
    }

    void protect(long from, long end, boolean writable) {
        alone(() -> {
            AreaTable now = pages.areas();
            MapChecks.checkProtect(now, from, end, writable);
            Runnable change = () -> pages.protect(now.in(from, end), writable);
            if (writable) {
                change.run();
            } else {
                watches.invalidate(from, end, Invalidation.PROTECT, true, change);
            }
        });
    }

    /** Swaps out all pages that hold bytes of the range. Returns how many. */
    long swapOut(long address, long limit, boolean mayBlock) {
        long from = address & -PhysicalMemory.FRAME_BYTES;
        long to = limit + PhysicalMemory.FRAME_BYTES - 1 & -PhysicalMemory.FRAME_BYTES;
        long before = pages.swapped();
        alone(() -> {
            PageRuns runs = new PageRuns();
            pages.visitReclaimable(from, to, runs);
            runs.forEach((first, end) ->
                    watches.invalidate(first, end, Invalidation.SWAP, mayBlock, () -> pages.swapOut(first, end)));
        });
        return pages.swapped() - before;
    }

    void discard(long from, long end) {
        alone(() -> {
            MapChecks.checkAdvised(pages.areas(), from, end);
            watches.invalidate(from, end, Invalidation.CLEAR, true, () -> pages.discard(from, end));
        });
    }

    void inherit(long from, long end, boolean inherited) {
        alone(() -> {
            List<Area> parts = MapChecks.checkWholly(pages.areas(), from, end);
            pages.inherit(parts, inherited);
        });
    }

    /** Copies pages that are shared with another process, so that the range can be written. */
    void unshare(long from, long to) {
        if (!pages.mayShare()) {
            return;
        }
        alone(() -> {
            PageRuns runs = new PageRuns();
            pages.visitShared(from, to, runs);
            runs.forEach((first, end) ->
                    watches.invalidate(first, end, Invalidation.CLEAR, true, () -> pages.unshare(first, end)));
        });
    }

    /** The pages of a child. Listeners are called first, since a device must not write to shared pages. */
    Pages fork(boolean copyPinned) {
        AtomicReference<Pages> child = new AtomicReference<>();
        alone(() -> watches.invalidate(
                0, AddressSpace.USER_BYTES, Invalidation.PROTECT, true, () -> child.set(pages.fork(copyPinned))));
        return Objects.requireNonNull(child.get(), "a fork that may wait succeeds");
    }

    /** Runs work while no translation is removed. */
    <T> T undisturbed(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    private void alone(Runnable change) {
        lock.lock();
        try {
            change.run();
        } finally {
            lock.unlock();
        }
    }
}
