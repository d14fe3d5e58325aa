package dev.fenestra.vendor.common.kernel;

import dev.fenestra.ib.core.spi.DriverAh;

/**
 * An address handle.
 *
 * @param number the card's
 */
record CardAh(int number) implements DriverAh {}
