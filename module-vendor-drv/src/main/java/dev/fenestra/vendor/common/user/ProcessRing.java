package dev.fenestra.vendor.common.user;

import dev.fenestra.hw.sim.card.PinnedRing;
import dev.fenestra.ib.core.spi.UserMemory;
import java.util.stream.LongStream;

/** Memory of the own process in which a queue lies. */
public final class ProcessRing {
    private static final int PAGE = 4096;

    private ProcessRing() {}

    /**
     * {@return memory of the process, resolved page by page}
     *
     * @param memory of the process
     * @param address of the first byte, which begins a page
     * @param bytes of the queue
     */
    public static PinnedRing of(UserMemory memory, long address, long bytes) {
        long[] pages = LongStream.iterate(address, one -> one < address + bytes, one -> one + PAGE)
                .toArray();
        return new PinnedRing(pages, 0, memory::segment, memory::offset);
    }
}
