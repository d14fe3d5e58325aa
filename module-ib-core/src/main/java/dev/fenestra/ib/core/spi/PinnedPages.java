package dev.fenestra.ib.core.spi;

/**
 * The pages of a pinned range.
 *
 * @param address first byte of the range
 * @param length bytes of the range
 * @param busAddresses one page-aligned bus address per 4 KiB page the range touches, in order; shared, not to be
 *     changed
 */
public record PinnedPages(long address, long length, long[] busAddresses) {
    /** log2 of the page size. */
    public static final int PAGE_SHIFT = 12;

    /**
     * {@return the bus address of a byte of the range}
     *
     * @param offset bytes from the beginning
     */
    public long busAddress(long offset) {
        long inPages = (address & (1 << PAGE_SHIFT) - 1) + offset;
        return busAddresses[(int) (inPages >>> PAGE_SHIFT)] + (inPages & (1 << PAGE_SHIFT) - 1);
    }
}
