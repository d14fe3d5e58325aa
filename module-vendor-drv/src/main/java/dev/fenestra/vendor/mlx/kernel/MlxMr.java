package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.ib.core.spi.DriverMr;
import dev.fenestra.ib.core.spi.PinnedPages;

/**
 * A memory region; local and remote key are one value, as on mlx5.
 *
 * @param key index and tag
 * @param iova by which requests name its first byte
 * @param pageShift log2 of the size of the pages by which the device translates it
 */
record MlxMr(int key, long iova, int pageShift) implements DriverMr {
    /** A region without pages, or with pages of the usual size. */
    MlxMr(int key) {
        this(key, 0, PinnedPages.PAGE_SHIFT);
    }

    @Override
    public int lkey() {
        return key;
    }

    @Override
    public int rkey() {
        return key;
    }
}
