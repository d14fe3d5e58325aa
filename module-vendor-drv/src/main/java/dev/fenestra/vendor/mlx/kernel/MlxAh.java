package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.ib.core.spi.DriverAh;

/** An address handle: every request has its path, so the device does not know it. */
record MlxAh() implements DriverAh {}
