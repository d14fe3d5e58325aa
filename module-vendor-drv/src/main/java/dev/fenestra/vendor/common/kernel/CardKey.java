package dev.fenestra.vendor.common.kernel;

import dev.fenestra.ib.core.spi.DriverMr;
import dev.fenestra.ib.core.spi.DriverMw;

/**
 * A region or a window; the card knows both by one key.
 *
 * @param key the card's, of a window the one it was allocated with
 */
record CardKey(int key) implements DriverMr, DriverMw {
    @Override
    public int lkey() {
        return key;
    }

    @Override
    public int rkey() {
        return key;
    }
}
