package dev.fenestra.ib.core.memory;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The mapped parts of another program's file and of objects that it shares, each at a run of bus addresses. */
final class ForeignWindows {
    /** No page has an odd offset. */
    static final long NOWHERE = 1;

    private static final long PAGE = PhysicalMemory.FRAME_BYTES;

    private final FrameAllocator frames;
    private final ForeignPages source;
    /** Each window by its offset. A window gets other memory without a lock. */
    private final Map<Long, Window> windows = new ConcurrentHashMap<>();
    /** Offsets of windows, by the bus addresses of their first pages. */
    private final Map<Long, Long> offsets = new ConcurrentHashMap<>();

    /**
     * A part that is mapped.
     *
     * @param bus address of its first page
     * @param count of its pages
     */
    private record Window(long bus, long count) {}

    ForeignWindows(FrameAllocator frames, ForeignPages source) {
        this.frames = frames;
        this.source = source;
        source.onCut(this::replace);
    }

    /** The bus address of a window. It is mapped at its first use. */
    synchronized long bus(long start) {
        Window known = windows.get(start);
        if (known == null) {
            MemorySegment memory = source.window(start);
            known = new Window(frames.attach(memory, 0), FrameAllocator.count(memory.byteSize()));
            windows.put(start, known);
            offsets.put(known.bus, start);
        }
        return known.bus;
    }

    /** Whether the window of a page is mapped. */
    boolean isMapped(long offset) {
        return windows.containsKey(offset & -ForeignPages.WINDOW_BYTES);
    }

    /** Where the page of a bus address lies in the file, or {@link #NOWHERE}. */
    long offset(long bus) {
        Long start = offsets.get(bus & -ForeignPages.WINDOW_BYTES);
        return start == null ? NOWHERE : start + (bus & ForeignPages.WINDOW_BYTES - 1);
    }

    /** Whether no device has pinned a page of a part of the file. */
    synchronized boolean isUnpinned(long offset, long length) {
        for (long at = offset; at < offset + length; at += PAGE) {
            Window window = windows.get(at & -ForeignPages.WINDOW_BYTES);
            if (window != null && frames.isPinned(window.bus + (at & ForeignPages.WINDOW_BYTES - 1))) {
                return false;
            }
        }
        return true;
    }

    /** Gives the windows of a part of an object back that no process and no device uses any more. */
    synchronized void giveBack(ForeignPages.Place place) {
        long end = place.offset() + place.to() - place.from();
        for (long start = place.offset() & -ForeignPages.WINDOW_BYTES;
                start < end;
                start += ForeignPages.WINDOW_BYTES) {
            Window window = windows.get(start);
            if (window == null) {
                source.release(start);
            } else if (frames.isIdle(window.bus, window.count)) {
                windows.remove(start);
                offsets.remove(window.bus);
                release(window);
                source.release(start);
            }
        }
    }

    private void replace(long start, MemorySegment memory) {
        Window window = windows.get(start);
        if (window != null) {
            frames.replace(window.bus, memory);
        }
    }

    private void release(Window window) {
        for (long i = 0; i < window.count; i++) {
            frames.release(window.bus + i * PAGE);
        }
    }

    /** Ends them. A window is freed together with its last pin. */
    synchronized void close() {
        windows.values().forEach(this::release);
        windows.clear();
        offsets.clear();
    }
}
