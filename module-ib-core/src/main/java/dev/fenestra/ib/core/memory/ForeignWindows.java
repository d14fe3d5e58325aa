package dev.fenestra.ib.core.memory;

import java.util.HashMap;
import java.util.Map;

/** The parts of another program's file that are mapped, each at a run of bus addresses. */
final class ForeignWindows {
    /** No page has an odd offset. */
    static final long NOWHERE = 1;

    private static final long PAGE = PhysicalMemory.FRAME_BYTES;

    private final FrameAllocator frames;
    private final ForeignPages source;
    /** Bus address of the first page of each window, by its offset in the file, and the reverse. */
    private final Map<Long, Long> buses = new HashMap<>();

    private final Map<Long, Long> offsets = new HashMap<>();

    ForeignWindows(FrameAllocator frames, ForeignPages source) {
        this.frames = frames;
        this.source = source;
    }

    /** The bus address of a window. It is mapped at its first use. */
    synchronized long bus(long start) {
        Long known = buses.get(start);
        if (known == null) {
            known = frames.attach(source.window(start), 0);
            buses.put(start, known);
            offsets.put(known, start);
        }
        return known;
    }

    /** Whether the window of a page is mapped. */
    synchronized boolean isMapped(long offset) {
        return buses.containsKey(offset & -ForeignPages.WINDOW_BYTES);
    }

    /** Where the page of a bus address lies in the file, or {@link #NOWHERE}. */
    synchronized long offset(long bus) {
        Long start = offsets.get(bus & -ForeignPages.WINDOW_BYTES);
        return start == null ? NOWHERE : start + (bus & ForeignPages.WINDOW_BYTES - 1);
    }

    /** Whether no device has pinned a page of a part of the file. */
    synchronized boolean isUnpinned(long offset, long length) {
        for (long at = offset; at < offset + length; at += PAGE) {
            Long window = buses.get(at & -ForeignPages.WINDOW_BYTES);
            if (window != null && frames.isPinned(window + (at & ForeignPages.WINDOW_BYTES - 1))) {
                return false;
            }
        }
        return true;
    }

    /** Ends them. A window is freed together with its last pin. */
    synchronized void end() {
        for (long window : buses.values()) {
            for (long at = 0; at < ForeignPages.WINDOW_BYTES; at += PAGE) {
                frames.release(window + at);
            }
        }
        buses.clear();
        offsets.clear();
    }
}
