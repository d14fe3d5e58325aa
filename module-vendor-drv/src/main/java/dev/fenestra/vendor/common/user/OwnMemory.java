package dev.fenestra.vendor.common.user;

import dev.fenestra.hw.sim.card.PinnedRing;
import dev.fenestra.ib.core.spi.UserMemory;

/**
 * Whole pages of the own process for a queue or a record.
 *
 * @param memory of the process
 * @param address of the first byte
 * @param bytes whole pages
 */
public record OwnMemory(UserMemory memory, long address, int bytes) {
    private static final int PAGE = 4096;

    /**
     * {@return new memory}
     *
     * @param memory of the process
     * @param bytes at least
     */
    public static OwnMemory allocate(UserMemory memory, int bytes) {
        int whole = bytes + PAGE - 1 & -PAGE;
        return new OwnMemory(memory, memory.allocate(whole), whole);
    }

    /** {@return the memory, resolved page by page; the kernel has pinned it} */
    public PinnedRing ring() {
        return ProcessRing.of(memory, address, bytes);
    }

    /**
     * {@return the end of the memory}
     *
     * @param last bytes of it, at most a page
     */
    public PinnedRing end(int last) {
        long[] page = {address + bytes - PAGE};
        return new PinnedRing(page, PAGE - last, memory::segment, memory::offset);
    }

    /** Gives the memory back. */
    public void free() {
        memory.free(address);
    }
}
