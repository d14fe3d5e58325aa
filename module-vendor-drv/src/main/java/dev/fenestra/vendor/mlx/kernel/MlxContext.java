package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.hca.DoorbellPage;
import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.DriverContext;

/**
 * A process's opened device.
 *
 * @param memory the process's memory, for pinning its queues
 * @param uar number of its doorbell page
 * @param doorbells the page itself
 */
record MlxContext(AddressSpace memory, int uar, DoorbellPage doorbells) implements DriverContext {}
