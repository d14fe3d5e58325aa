package dev.fenestra.hw.sim.hca.protection;

import dev.fenestra.hw.sim.hca.table.MttTable;

/**
 * A place in a region: bytes from the start of the region's first page. The bits from {@value #PAGE_SIZE_AT} on say how
 * often the region's pages double the smallest page. So one number finds the translation entry and the byte in it. A
 * region that is paged on demand has the smallest pages, so these bits are 0.
 */
public final class Position {
    /** log2 of the smallest page, 4 KiB. */
    static final int PAGE_SHIFT = MttTable.PAGE_SHIFT;

    /** The smallest page, bytes. */
    public static final int PAGE = 1 << PAGE_SHIFT;

    /** More bytes than a region with a list of pages has. */
    private static final int PAGE_SIZE_AT = 58;

    private static final long BYTES = (1L << PAGE_SIZE_AT) - 1;

    private Position() {}

    /**
     * {@return the place of a region's first byte}
     *
     * @param start address by which requests name that byte
     * @param pageShift log2 of the region's pages
     */
    static long first(long start, int pageShift) {
        return (start & (1L << pageShift) - 1) + ((long) (pageShift - PAGE_SHIFT) << PAGE_SIZE_AT);
    }

    /** {@return log2 of the region's pages} */
    static int pageShift(long position) {
        return PAGE_SHIFT + (int) (position >>> PAGE_SIZE_AT);
    }

    /** {@return bytes from the start of the region's first page} */
    static long bytes(long position) {
        return position & BYTES;
    }

    /**
     * {@return the offset of a position in its page of 4 KiB}
     *
     * @param position a position
     */
    public static int inPage(long position) {
        return (int) position & PAGE - 1;
    }
}
