package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.ib.core.spi.DriverObject;

/**
 * An indirect mkey.
 *
 * @param index of its key
 */
record MlxMkeyObject(int index) implements DriverObject {}
