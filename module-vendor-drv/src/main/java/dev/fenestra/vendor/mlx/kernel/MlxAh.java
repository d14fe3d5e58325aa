package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.ib.core.spi.DriverAh;

/** An address handle: its path lies in every request, so the device knows nothing of it. */
record MlxAh() implements DriverAh {}
