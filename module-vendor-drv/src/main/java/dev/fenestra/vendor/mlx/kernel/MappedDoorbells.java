package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.mlx5.card.DoorbellPage;
import dev.fenestra.ib.core.spi.MappedPage;
import java.lang.foreign.MemorySegment;

/**
 * A doorbell page in a process.
 *
 * @param page of the device
 */
record MappedDoorbells(DoorbellPage page) implements MappedPage {
    @Override
    public MemorySegment memory() {
        return page.memory();
    }

    @Override
    public void write64(int offset, long value) {
        page.write64(offset, value);
    }

    /** The record of a CQ holds its last arm. */
    @Override
    public LostArms lostArms() {
        return LostArms.WIDER;
    }
}
