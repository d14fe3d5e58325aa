package dev.fenestra.ib.core.memory;

import dev.fenestra.ib.core.spi.AddressSpace;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.TreeMap;

/**
 * Brings pages of another program into its page table before a device gets them. Only pages that were adopted have an
 * entry, each its own; the windows of the file through which they are reached are shared by many.
 */
final class ForeignMemory {
    private static final long PAGE = PhysicalMemory.FRAME_BYTES;

    private final PhysicalMemory physical;
    private final Pages pages;
    private final ForeignPages source;
    /** Bus address of the first page of each window, by its address in the process. */
    private final Map<Long, Long> windows = new TreeMap<>();

    ForeignMemory(PhysicalMemory physical, Pages pages, ForeignPages source) {
        this.physical = physical;
        this.pages = pages;
        this.source = source;
    }

    /**
     * Makes the pages of a range present. Later checks refuse a range that no process can have.
     *
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException EFAULT where nothing is mapped or, to write, nothing
     *     writable; ENOMEM when the host has no bus addresses left
     */
    void bring(long address, long length, boolean writable) {
        if (!Pins.isRange(address, length)) {
            return;
        }
        long first = address & -PAGE;
        long end = Math.min(address + length + PAGE - 1 & -PAGE, AddressSpace.USER_BYTES);
        source.adopt(first, end - first, writable);
        enter(first, end, writable);
    }

    private synchronized void enter(long first, long end, boolean writable) {
        for (long from = first; from < end; ) {
            long start = from & -ForeignPages.WINDOW_BYTES;
            long to = Math.min(end, start + ForeignPages.WINDOW_BYTES);
            MemorySegment segment = physical.segment(window(start));
            pages.adopt(from, to, segment, window(start) - start, writable);
            from = to;
        }
    }

    private long window(long start) {
        Long known = windows.get(start);
        if (known == null) {
            known = physical.frames().attach(source.window(start), 0);
            windows.put(start, known);
        }
        return known;
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
