package dev.fenestra.ib.core.memory;

import dev.fenestra.ib.core.spi.PinnedPages;

/**
 * How a range is mapped.
 *
 * @param writable the process may store there
 * @param pageShift log2 of the page size: 12, or {@value #HUGE_SHIFT} for huge pages, whose frames are contiguous
 */
public record MapOptions(boolean writable, int pageShift) {
    /** log2 of the size of a huge page, 2 MiB. */
    public static final int HUGE_SHIFT = 21;

    /** Pages of 4 KiB, for reading and writing. */
    public static final MapOptions USUAL = new MapOptions(true, PinnedPages.PAGE_SHIFT);

    public MapOptions {
        if (pageShift != PinnedPages.PAGE_SHIFT && pageShift != HUGE_SHIFT) {
            throw new IllegalArgumentException("pages of 2^" + pageShift + " bytes");
        }
    }

    public MapOptions readOnly() {
        return new MapOptions(false, pageShift);
    }

    public MapOptions hugePages() {
        return new MapOptions(writable, HUGE_SHIFT);
    }

    long pageBytes() {
        return 1L << pageShift;
    }
}
