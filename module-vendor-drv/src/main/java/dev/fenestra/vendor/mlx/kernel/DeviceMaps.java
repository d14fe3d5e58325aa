package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.mlx5.card.Hca;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.abi.ContextUdata;
import dev.fenestra.vendor.mlx.abi.DmUdata;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import java.lang.foreign.MemorySegment;

/** The pages of a device that a process may map, by offset. */
final class DeviceMaps {
    private final Hca hca;
    private final DmOps deviceMemory;
    private final ClockInfoPage clockInfo;

    /**
     * @param clockInfo converts ticks of the device's clock
     */
    DeviceMaps(Hca hca, DmOps deviceMemory, ClockInfoPage clockInfo) {
        this.hca = hca;
        this.clockInfo = clockInfo;
        this.deviceMemory = deviceMemory;
    }

    /** Refuses an unknown offset with EINVAL. */
    MappedPage map(MlxContext context, long offset) {
        int index = ContextUdata.mapIndex(offset);
        if (offset == ContextUdata.mapOffset(DmUdata.MAP_DEVICE_MEMORY, index)) {
            return deviceMemory.map(context, index);
        }
        if (offset == ContextUdata.MAP_CLOCK) {
            return new Clock(hca);
        }
        if (offset == ContextUdata.MAP_CLOCK_INFO) {
            return clockInfo;
        }
        if (!isDoorbells(context, offset)) {
            throw new VerbsException(MlxRule.MAP, String.format("offset=0x%x", offset));
        }
        return new MappedDoorbells(context.doorbells());
    }

    private static boolean isDoorbells(MlxContext context, long offset) {
        long page = offset >> PinnedPages.PAGE_SHIFT;
        long index = page & (1 << ContextUdata.MAP_INDEX_BITS) - 1;
        return offset == page << PinnedPages.PAGE_SHIFT
                && index < context.pages()
                && ContextUdata.MAP_DOORBELLS.contains(page >> ContextUdata.MAP_INDEX_BITS);
    }

    /**
     * The page that begins with the device's clock. The device answers each load, and nobody writes it.
     *
     * @param hca whose clock it is
     */
    private record Clock(Hca hca) implements MappedPage {
        @Override
        public MemorySegment memory() {
            return MemorySegment.NULL;
        }

        @Override
        public void write64(int offset, long value) {
            // Ignores the store: the register is read-only.
        }

        @Override
        public long read64(int offset) {
            return offset == 0 ? hca.readClock() : 0;
        }
    }
}
