package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.mlx5.card.Hca;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.vendor.mlx.abi.ClockInfo;
import java.lang.foreign.MemorySegment;

/**
 * The page that converts timestamps of the device to nanoseconds. Ticks and nanoseconds start at 0 together, so the
 * driver writes the page once. With this shift, the formula is right to about a millionth, and overflows after three
 * days.
 *
 * @param memory of the page
 */
record ClockInfoPage(MemorySegment memory) implements MappedPage {
    private static final int SHIFT = 16;
    private static final long NANOS_IN_MILLI = 1_000_000;

    /**
     * Fills a new page.
     *
     * @param kiloHertz frequency of the device's clock
     */
    static ClockInfoPage of(Hca hca, long kiloHertz) {
        MemorySegment page = hca.page();
        long multiplier = ((NANOS_IN_MILLI << SHIFT) + kiloHertz / 2) / kiloHertz;
        ClockInfo.NANOS.set(page, 0);
        ClockInfo.CYCLES.set(page, 0);
        ClockInfo.MULTIPLIER.set(page, multiplier);
        ClockInfo.SHIFT.set(page, SHIFT);
        ClockInfo.MASK.set(page, -1);
        ClockInfo.OVERFLOW_PERIOD.set(page, -1L >>> SHIFT);
        return new ClockInfoPage(page);
    }

    @Override
    public void write64(int offset, long value) {
        // Refuses a store: the process may only read.
    }
}
