package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.ib.core.spi.DriverMr;

/**
 * A memory region; local and remote key are one value, as on mlx5.
 *
 * @param key index and tag
 */
record MlxMr(int key) implements DriverMr {
    @Override
    public int lkey() {
        return key;
    }

    @Override
    public int rkey() {
        return key;
    }
}
