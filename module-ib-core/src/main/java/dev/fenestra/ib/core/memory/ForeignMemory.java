package dev.fenestra.ib.core.memory;

import dev.fenestra.ib.core.spi.AddressSpace;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Brings pages of another program into its page table before a device gets them. Only pages that were adopted have an
 * entry, each its own; the windows of the file through which they are reached are shared by many.
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
    /** Bus address of the first page of each window, by its offset in the file. */
    private final Map<Long, Long> windows = new TreeMap<>();

    ForeignMemory(PhysicalMemory physical, Pages pages, PageChanges changes, ForeignPages source) {
        this.physical = physical;
        this.pages = pages;
        this.changes = changes;
        this.source = source;
    }

    /**
     * Makes the pages of a range present. Later checks refuse a range that no process can have.
     *
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException EFAULT where nothing is mapped or, to write, nothing
     *     writable; ENOMEM when the host has no bus addresses left
     */
    void bring(long address, long length, boolean writable) {
        if (Pins.isRange(address, length)) {
            long first = first(address);
            for (ForeignPages.Place place : adopt(first, end(address, length) - first, writable)) {
                enter(place, writable);
            }
        }
    }

    /** Makes pages of a range absent that the process has unmapped, or replaced by others. */
    void check(long address, long length) {
        if (!Pins.isRange(address, length)) {
            return;
        }
        long next = first(address);
        long end = end(address, length);
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

    /** One at a time: a page that moves twice would leave the first one's users behind. */
    private synchronized List<ForeignPages.Place> adopt(long address, long length, boolean writable) {
        return source.adopt(address, length, writable, this::isUnpinned);
    }

    private void enter(ForeignPages.Place place, boolean writable) {
        forEachWindow(place, (from, to, toBus) -> {
            changes.unmapOthers(from, to, toBus);
            pages.adopt(from, to, physical.segment(from + toBus), toBus, writable);
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
            part.accept(from, to, window(start) - start + toOffset);
            from = to;
        }
    }

    private synchronized long window(long start) {
        Long known = windows.get(start);
        if (known == null) {
            known = physical.frames().attach(source.window(start), 0);
            windows.put(start, known);
        }
        return known;
    }

    private synchronized boolean isUnpinned(long offset, long length) {
        for (long at = offset; at < offset + length; at += PAGE) {
            Long window = windows.get(at & -ForeignPages.WINDOW_BYTES);
            if (window != null && physical.frames().isPinned(window + (at & ForeignPages.WINDOW_BYTES - 1))) {
                return false;
            }
        }
        return true;
    }

    /** Ends the memory of a process that has ended. A window is freed together with its last pin. */
    synchronized void end() {
        for (long window : windows.values()) {
            for (long at = 0; at < ForeignPages.WINDOW_BYTES; at += PAGE) {
                physical.frames().release(window + at);
            }
        }
        windows.clear();
    }
}
