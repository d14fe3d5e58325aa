package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.ib.core.spi.DriverQp;
import org.jspecify.annotations.Nullable;

/**
 * A QP.
 *
 * @param number the QP number
 * @param queue its pinned memory, or null for an XRC target, which has none
 */
record MlxQpObject(int number, @Nullable PinnedQueue queue) implements DriverQp {}
