package dev.fenestra.ib.core.vocabulary;

/**
 * How a range is mapped.
 *
 * @param writable the process may store there
 * @param pageShift log2 of the page size: 12, or {@value #HUGE_SHIFT} for huge pages, whose frames are contiguous
 */
public record MapOptions(boolean writable, int pageShift) {
    /** log2 of the size of a page, 4 KiB. */
    public static final int PAGE_SHIFT = 12;

    /** log2 of the size of a huge page, 2 MiB. */
    public static final int HUGE_SHIFT = 21;

    /** Pages of 4 KiB, for reading and writing. */
    public static final MapOptions USUAL = new MapOptions(true, PAGE_SHIFT);

    /** Checks the page size; {@link IllegalArgumentException} for one that the host does not have. */
    public MapOptions {
        if (pageShift != PAGE_SHIFT && pageShift != HUGE_SHIFT) {
            throw new IllegalArgumentException("pages of 2^" + pageShift + " bytes");
        }
    }

    /** {@return such options, with which the process may only read; a store is a segmentation fault} */
    public MapOptions readOnly() {
        return new MapOptions(false, pageShift);
    }

    /** {@return such options, with pages of 2 MiB} */
    public MapOptions hugePages() {
        return new MapOptions(writable, HUGE_SHIFT);
    }

    /** {@return bytes of a page} */
    public long pageBytes() {
        return 1L << pageShift;
    }
}
