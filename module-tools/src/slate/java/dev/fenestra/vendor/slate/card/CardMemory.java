package dev.fenestra.vendor.slate.card;

import dev.fenestra.hw.sim.hca.host.DmaBus;
import java.lang.foreign.MemorySegment;

/**
 * Pinned host memory that holds a ring. No descriptor and no entry crosses a page.
 *
 * @param bus the host's memory
 * @param pages bus addresses of its 4 KiB pages
 */
record CardMemory(DmaBus bus, long[] pages) {
    private static final int PAGE_SHIFT = 12;
    private static final int IN_PAGE = (1 << PAGE_SHIFT) - 1;

    MemorySegment segment(int at) {
        return bus.segment(pages[at >>> PAGE_SHIFT]);
    }

    long offset(int at) {
        return bus.offset(pages[at >>> PAGE_SHIFT]) + (at & IN_PAGE);
    }
}
