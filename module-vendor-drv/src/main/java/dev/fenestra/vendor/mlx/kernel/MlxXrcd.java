package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.ib.core.spi.DriverXrcd;

/**
 * An XRC domain.
 *
 * @param number the device's
 */
record MlxXrcd(int number) implements DriverXrcd {}
