package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.ib.core.spi.DriverAh;

/** An address handle. The device does not know it, since every request carries its path. */
record MlxAh() implements DriverAh {}
