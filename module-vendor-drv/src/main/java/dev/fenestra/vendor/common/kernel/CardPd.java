package dev.fenestra.vendor.common.kernel;

import dev.fenestra.ib.core.spi.DriverPd;

/**
 * A PD.
 *
 * @param context it was made for
 * @param number the card's
 */
public record CardPd(CardContext context, int number) implements DriverPd {
    /**
     * {@return a PD as this driver made it}
     *
     * @param pd made by this driver
     */
    public static CardPd of(DriverPd pd) {
        return (CardPd) pd;
    }
}
