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
 * @param registers of doorbells that its user half was told of
 */
record MlxContext(AddressSpace memory, int uar, DoorbellPage doorbells, int registers) implements DriverContext {
    /** Doorbell registers on a page, of those that are handed out one by one. */
    private static final int REGISTERS_PER_PAGE = 2;

    /** Doorbell pages that its user half maps; all are the one there is. */
    int pages() {
        return Math.max(1, registers / REGISTERS_PER_PAGE);
    }
}
