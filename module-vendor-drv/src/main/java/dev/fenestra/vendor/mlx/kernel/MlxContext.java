package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.mlx5.card.DoorbellPage;
import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.DriverContext;

/**
 * A process's opened device.
 *
 * @param memory the process's memory, for pinning its queues
 * @param uar number of its doorbell page
 * @param doorbells the page itself
 * @param registers number of doorbell registers that its user half got
 */
record MlxContext(AddressSpace memory, int uar, DoorbellPage doorbells, int registers) implements DriverContext {
    /** Doorbell registers on a page, for user halves that allocate pages one by one. */
    private static final int REGISTERS_PER_PAGE = 2;

    /**
     * {@return the object of this driver behind one that the kernel passes}
     *
     * @param context made by this driver
     */
    static MlxContext of(DriverContext context) {
        return (MlxContext) context;
    }

    /** Doorbell pages that its user half maps. All of them are the same page of the device. */
    int pages() {
        return Math.max(1, registers / REGISTERS_PER_PAGE);
    }
}
