package dev.fenestra.hw.sim.mlx5.command;

import dev.fenestra.hw.sim.hca.host.DmaBus;
import dev.fenestra.hw.sim.mlx5.prm.DoorbellRecord;
import dev.fenestra.hw.sim.mlx5.prm.MttEntry;
import java.lang.foreign.MemorySegment;

/** The page addresses that follow a command's fixed part. */
final class CommandPages {
    private static final int PAGE_BYTES = 4096;

    private CommandPages() {}

    /** {@return pages that a number of bytes needs} */
    static int pagesFor(long bytes) {
        return (int) ((bytes + PAGE_BYTES - 1) / PAGE_BYTES);
    }

    static boolean fits(CommandBuffers buffers, int offset, int pages) {
        return buffers.inputLength() >= offset + pages * MttEntry.BYTES;
    }

    /** {@return whether a doorbell record may lie at an address: aligned, and mapped} */
    static boolean holdsRecord(DmaBus bus, long busAddress) {
        return (busAddress & DoorbellRecord.BYTES - 1) == 0 && bus.valid(busAddress) >= DoorbellRecord.BYTES;
    }

    static long[] read(MemorySegment in, int offset, int pages) {
        long[] addresses = new long[pages];
        for (int i = 0; i < pages; i++) {
            addresses[i] = MttEntry.VALUE.getLong(in, offset + (long) i * MttEntry.BYTES);
        }
        return addresses;
    }
}
