package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.ib.core.spi.DriverPd;

/**
 * A protection domain.
 *
 * @param context it was allocated in
 * @param number the device's
 */
record MlxPd(MlxContext context, int number) implements DriverPd {
    /**
     * {@return the object of this driver behind one that the kernel passes}
     *
     * @param pd made by this driver
     */
    static MlxPd of(DriverPd pd) {
        return (MlxPd) pd;
    }
}
