package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.ib.core.spi.DriverQp;

/**
 * A QP.
 *
 * @param number the QP number
 * @param queue its pinned memory
 */
record MlxQpObject(int number, PinnedQueue queue) implements DriverQp {}
