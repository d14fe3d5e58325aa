package dev.fenestra.vendor.rxe.kernel;

import dev.fenestra.ib.core.spi.MappedPage;
import java.lang.foreign.MemorySegment;

/**
 * A queue as the process maps it. Nobody notices a store there.
 *
 * @param memory whole pages
 */
record SharedPages(MemorySegment memory) implements MappedPage {
    @Override
    public void write64(int offset, long value) {
        throw new UnsupportedOperationException("a queue has no registers");
    }
}
