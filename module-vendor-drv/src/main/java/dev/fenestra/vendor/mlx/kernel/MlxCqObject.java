package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.ib.core.spi.DriverCq;

/**
 * A completion queue.
 *
 * @param number the device's
 * @param queue its pinned memory
 */
record MlxCqObject(int number, PinnedQueue queue) implements DriverCq {}
