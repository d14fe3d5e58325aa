package dev.fenestra.hw.sim.hca.limits;

/**
 * What an indirect mkey may be.
 *
 * @param maxIndirection mkeys that may stand between a key and memory, at least 1
 * @param logMaxList log2 of the entries of a layout
 * @param logMaxEntry log2 of the bytes of one entry of a list, at most 31
 * @param logMaxFastPages log2 of the pages of a fast-register region, at most 12; 0 for a device without such regions
 */
public record MkeyLimits(int maxIndirection, int logMaxList, int logMaxEntry, int logMaxFastPages) {

    private static final int LOG_FAST_PAGES = 9;

    /** Four mkeys, 1024 entries, 2 GiB, 512 pages. */
    public static final MkeyLimits DEFAULT = new MkeyLimits(4, 10, 31);

    /**
     * Makes limits with fast-register regions of 512 pages.
     *
     * @param maxIndirection mkeys that may stand between a key and memory, at least 1
     * @param logMaxList log2 of the entries of a layout
     * @param logMaxEntry log2 of the bytes of one entry of a list, at most 31
     */
    public MkeyLimits(int maxIndirection, int logMaxList, int logMaxEntry) {
        this(maxIndirection, logMaxList, logMaxEntry, LOG_FAST_PAGES);
    }

    /** {@return the same device without fast-register regions} */
    public MkeyLimits withoutFastRegions() {
        return new MkeyLimits(maxIndirection, logMaxList, logMaxEntry, 0);
    }

    /** {@return pages of a fast-register region; 0 for a device without such regions} */
    public int maxFastPages() {
        return logMaxFastPages == 0 ? 0 : 1 << logMaxFastPages;
    }
}
