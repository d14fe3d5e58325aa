package dev.fenestra.vendor.slate.kernel;

import dev.fenestra.ib.core.spi.DriverPd;

/**
 * A PD.
 *
 * @param context it was made for
 * @param number the card's
 */
record SlatePd(SlateContext context, int number) implements DriverPd {
    static SlatePd of(DriverPd pd) {
        return (SlatePd) pd;
    }
}
