package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.ib.core.spi.DriverSrq;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;

/**
 * A shared receive queue.
 *
 * @param number the SRQ number
 * @param capacity of its ring; the user half may offer less
 * @param queue its pinned memory
 * @param isXrc whether peers name it by number
 */
record MlxSrqObject(int number, SrqCapacity capacity, MlxPinnedQueue queue, boolean isXrc) implements DriverSrq {
    /**
     * {@return the object of this driver behind one that the kernel passes}
     *
     * @param srq made by this driver
     */
    static MlxSrqObject of(DriverSrq srq) {
        return (MlxSrqObject) srq;
    }
}
