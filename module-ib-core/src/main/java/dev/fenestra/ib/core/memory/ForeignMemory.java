package dev.fenestra.ib.core.memory;

import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Brings pages of another program into its page table before a device gets them, and gives them back afterwards. Only
 * pages that were adopted have an entry, each its own; the windows of the file through which they are reached are
 * shared by many. Pages of objects that other programs may have, too, stay where they are: only their windows are given
 * back.
 *
 * <p>A program unmaps memory without a word. What it maps there later has other pages: they are found when a device is
 * to get them. Pins keep the old pages, and watchers are told.
 */
final class ForeignMemory {
    private static final long PAGE = PhysicalMemory.FRAME_BYTES;
    /** No page has an odd bus address. */
    private static final long NOWHERE = 1;

    private final PhysicalMemory physical;
    private final Pages pages;
    private final PageChanges changes;
    private final ForeignPages source;
    private final ForeignWindows windows;
    private final PageReturns returns;
    /** No page goes back between the moment when it is brought and its first use. */
    private final ReentrantLock lock = new ReentrantLock();

    ForeignMemory(PhysicalMemory physical, Pages pages, PageChanges changes, ForeignPages source) {
        this.physical = physical;
        this.pages = pages;
        this.changes = changes;
        this.source = source;
        windows = new ForeignWindows(physical.frames(), source);
        returns = new PageReturns(physical.frames(), pages, changes, windows, source);
    }

    /**
     * Makes the pages of a range present, and uses them. When that is refused, they go back. Later checks refuse a
     * range that no process can have.
     *
     * @throws VerbsException EFAULT where nothing is mapped or, to write, nothing writable; ENOMEM when the host has no
     *     bus addresses left, or the process no mappings; and what the use throws
     */
    <T> T use(long address, long length, boolean writable, Supplier<T> use) {
        lock.lock();
        boolean isUsed = false;
        try {
            bring(address, length, writable);
            T used = use.get();
            isUsed = true;
            return used;
        } finally {
            if (!isUsed) {
                giveBack(address, length);
            }
            lock.unlock();
        }
    }

    private void bring(long address, long length, boolean writable) {
        if (Pins.isRange(address, length)) {
            long first = first(address);
            long bytes = end(address, length) - first;
            List<ForeignPages.Place> places = source.adopt(first, bytes, writable, windows::isUnpinned);
            try {
                places.forEach(place -> enter(place, writable));
            } catch (VerbsException full) {
                places.forEach(this::giveBackUnreached);
                throw full;
            }
        }
    }

    /** Gives pages back that have no bus address, since the host had none left. */
    private void giveBackUnreached(ForeignPages.Place place) {
        for (long from = place.from(); from < place.to(); from += PAGE) {
            long offset = place.offset() + from - place.from();
            if (!windows.isMapped(offset)) {
                returns.giveBack(new ForeignPages.Place(from, from + PAGE, offset));
            }
        }
    }

    /** Gives the pages of a range back that no device has pinned. */
    void giveBack(long address, long length) {
        lock.lock();
        try {
            if (address >= 0 && address < AddressSpace.USER_BYTES) {
                returns.present(first(address), end(address, Math.min(length, AddressSpace.USER_BYTES - address)));
            }
        } finally {
            lock.unlock();
        }
    }

    /** Gives pages back that are pinned no more, but for those that another device has pinned. */
    void giveBack(PinnedPages unpinned) {
        lock.lock();
        try {
            returns.unpinned(unpinned);
        } finally {
            lock.unlock();
        }
    }

    /** Lets watchers of a range get its pages anew. What no device has pinned goes back. */
    void changed(long address, long length) {
        if (Pins.isRange(address, length)) {
            giveBack(address, length);
            check(address, length);
        }
    }

    /** Makes pages of a range absent that the process has unmapped, or replaced by others. */
    void check(long address, long length) {
        if (!Pins.isRange(address, length)) {
            return;
        }
        long end = end(address, length);
        long next = pages.firstPresent(first(address), end);
        if (next == end) {
            return;
        }
        for (ForeignPages.Place place : source.find(next, end - next)) {
            changes.unmapOthers(next, place.from(), NOWHERE);
            forEachWindow(place, changes::unmapOthers);
            next = place.to();
        }
        changes.unmapOthers(next, end, NOWHERE);
    }

    private static long first(long address) {
        return address & -PAGE;
    }

    private static long end(long address, long length) {
        return Math.min(address + length + PAGE - 1 & -PAGE, AddressSpace.USER_BYTES);
    }

    private void enter(ForeignPages.Place place, boolean writable) {
        forEachWindow(place, (from, to, toBus) -> {
            changes.unmapOthers(from, to, toBus);
            pages.adopt(from, to, physical.table().segment(from + toBus), toBus, writable);
        });
    }

    /** Receives a part of a range, and what to add to its addresses for bus addresses. */
    private interface Part {
        void accept(long from, long to, long toBus);
    }

    private void forEachWindow(ForeignPages.Place place, Part part) {
        long toOffset = place.offset() - place.from();
        for (long from = place.from(); from < place.to(); ) {
            long start = from + toOffset & -ForeignPages.WINDOW_BYTES;
            long to = Math.min(place.to(), start + ForeignPages.WINDOW_BYTES - toOffset);
            part.accept(from, to, windows.bus(start) - start + toOffset);
            from = to;
        }
    }

    /** Ends the memory of a process that has ended. */
    void close() {
        windows.close();
    }
}
