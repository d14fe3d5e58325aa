package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.DriverMr;
import dev.fenestra.ib.core.spi.PinnedPages;

/**
 * A fast-register region.
 *
 * @param region with the key of its creation; the consumer chooses later tags
 * @param list the memory in which its user half lists pages, as a region that only the device reads
 * @param memory of the process
 * @param listPages the pinned pages of that memory
 */
record MlxFastRegion(MlxMr region, MlxMr list, AddressSpace memory, PinnedPages listPages) implements DriverMr {
    @Override
    public int lkey() {
        return region.key();
    }

    @Override
    public int rkey() {
        return region.key();
    }
}
