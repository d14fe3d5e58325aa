package dev.fenestra.ib.core.memory;

import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.vocabulary.MapOptions;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A mapped range of a process in which all pages are alike.
 *
 * @param start first byte; page-aligned unless the memory is foreign
 * @param end after the last byte; page-aligned unless the memory is foreign
 * @param writable the process may store there
 * @param pageShift log2 of the page size, 12 or 21
 * @param segment native memory of a Java program, which the kernel never moves; null for the host's own
 * @param peer it is memory of another device
 * @param shared it is a buffer that all who have mapped it see, and that devices of a confidential guest reach
 * @param inherited a forked child has it, too ({@code MADV_DOFORK})
 */
record Area(
        long start,
        long end,
        boolean writable,
        int pageShift,
        @Nullable MemorySegment segment,
        boolean peer,
        boolean shared,
        boolean inherited) {
    private static final long PAGE = PhysicalMemory.FRAME_BYTES;

    static Area ofPages(long start, long bytes, MapOptions options) {
        return new Area(start, start + bytes, options.writable(), options.pageShift(), null, false, false, true);
    }

    static Area ofForeign(long start, MemorySegment segment, boolean peer) {
        long end = start + segment.byteSize();
        return new Area(start, end, !segment.isReadOnly(), PinnedPages.PAGE_SHIFT, segment, peer, false, true);
    }

    static Area ofAdopted(long start, long end, MemorySegment window, boolean writable) {
        return new Area(start, end, writable, PinnedPages.PAGE_SHIFT, window, false, false, false);
    }

    static Area ofShared(long start, long bytes) {
        return new Area(start, start + bytes, true, PinnedPages.PAGE_SHIFT, null, false, true, true);
    }

    boolean contains(long address) {
        return address - start >= 0 && address - end < 0;
    }

    boolean overlaps(long from, long to) {
        return from < end && start < to;
    }

    /** The part inside a range that it overlaps. */
    Area part(long from, long to) {
        return new Area(
                Math.max(start, from), Math.min(end, to), writable, pageShift, segment, peer, shared, inherited);
    }

    Area withWritable(boolean now) {
        return new Area(start, end, now, pageShift, segment, peer, shared, inherited);
    }

    Area withInherited(boolean now) {
        return new Area(start, end, writable, pageShift, segment, peer, shared, now);
    }

    long firstPage() {
        return start & -PAGE;
    }

    /** Behind the last page. */
    long endPage() {
        return end + PAGE - 1 & -PAGE;
    }

    /** Whether its pages are not the process's own: they stay where they are, and a child has the same. */
    boolean foreign() {
        return segment != null || shared;
    }

    boolean readOnlySegment() {
        return segment != null && segment.isReadOnly();
    }

    boolean isHuge() {
        return pageShift > PinnedPages.PAGE_SHIFT;
    }
}
