package dev.fenestra.vendor.mlx.user;

import dev.fenestra.ib.core.spi.UserMemory;
import java.lang.foreign.MemorySegment;

/**
 * Queue memory of the process. Each page is resolved once. Offsets count from its first byte. A 64-byte unit at a
 * multiple of 64 never crosses a page.
 */
final class QueueBuffer {
    private static final int PAGE_SHIFT = 12;
    private static final int IN_PAGE = (1 << PAGE_SHIFT) - 1;

    private final UserMemory memory;
    private final long address;
    private final MemorySegment[] segments;
    private final long[] offsets;

    /** Allocates zeroed memory. */
    QueueBuffer(UserMemory memory, long bytes) {
        this.memory = memory;
        address = memory.allocate(bytes);
        int pages = (int) (bytes + IN_PAGE >>> PAGE_SHIFT);
        segments = new MemorySegment[pages];
        offsets = new long[pages];
        for (int i = 0; i < pages; i++) {
            long page = address + ((long) i << PAGE_SHIFT);
            segments[i] = memory.segment(page);
            offsets[i] = memory.offset(page);
        }
    }

    long address() {
        return address;
    }

    MemorySegment segment(int at) {
        return segments[at >>> PAGE_SHIFT];
    }

    long offset(int at) {
        return offsets[at >>> PAGE_SHIFT] + (at & IN_PAGE);
    }

    void free() {
        memory.free(address);
    }
}
