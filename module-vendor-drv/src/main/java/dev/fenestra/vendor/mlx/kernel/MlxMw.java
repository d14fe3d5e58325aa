package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.ib.core.spi.DriverMw;

/**
 * A memory window.
 *
 * @param rkey the key it was allocated with
 */
record MlxMw(int rkey) implements DriverMw {}
