package dev.fenestra.vendor.mlx.user;

/**
 * The sizes of an SRQ, derived from the program's attributes.
 *
 * @param wqes all WQEs, a power of two
 * @param listed WQEs for posts; the others are reserved for receives that meet a missing page
 * @param logStride log2 of the bytes of a WQE
 * @param maxSge elements of a receive
 */
record SrqSizes(int wqes, int listed, int logStride, int maxSge) {
    private static final int SMALLEST_STRIDE = 32;
    private static final int UNIT_BYTES = 16;

    /**
     * @param limit most WQEs of one SRQ
     */
    static SrqSizes of(int maxWr, int maxSge, int limit) {
        int listed = powerOfTwo(maxWr + 1);
        int doubled = 2 * maxWr + 1;
        int stride = powerOfTwo(Math.max(SMALLEST_STRIDE, UNIT_BYTES + UNIT_BYTES * maxSge));
        return new SrqSizes(
                doubled <= limit ? powerOfTwo(doubled) : listed,
                listed,
                Integer.numberOfTrailingZeros(stride),
                stride / UNIT_BYTES - 1);
    }

    private static int powerOfTwo(int value) {
        return value <= 1 ? 1 : Integer.highestOneBit(value - 1) << 1;
    }
}
