package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.ib.core.spi.DriverDm;

/**
 * Device memory of a process.
 *
 * @param context that allocated it; only this context may map it
 * @param index with which it is mapped
 * @param address on the card
 * @param length bytes
 */
record MlxDm(MlxContext context, int index, long address, long length) implements DriverDm {}
