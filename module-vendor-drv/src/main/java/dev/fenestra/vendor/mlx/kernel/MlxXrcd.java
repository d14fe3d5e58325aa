package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.ib.core.spi.DriverXrcd;

/**
 * An XRC domain.
 *
 * @param number the device's
 */
record MlxXrcd(int number) implements DriverXrcd {
    /**
     * {@return the object of this driver behind one that the kernel passes}
     *
     * @param domain made by this driver
     */
    static MlxXrcd of(DriverXrcd domain) {
        return (MlxXrcd) domain;
    }
}
