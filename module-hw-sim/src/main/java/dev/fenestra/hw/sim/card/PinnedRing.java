package dev.fenestra.hw.sim.card;

import java.lang.foreign.MemorySegment;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;

/** Pinned memory of a process that holds rings, resolved once. No request and no entry crosses a page. */
public final class PinnedRing {
    private static final int PAGE_SHIFT = 12;
    private static final int IN_PAGE = (1 << PAGE_SHIFT) - 1;

    private final MemorySegment[] segments;
    private final long[] offsets;
    private final int start;

    /**
     * Resolves pages.
     *
     * @param pages addresses of the pages, which are all mapped
     * @param start where on the first page the memory begins, bytes
     * @param segment finds the segment of an address
     * @param offset finds where in its segment an address lies
     */
    public PinnedRing(long[] pages, int start, LongFunction<MemorySegment> segment, LongUnaryOperator offset) {
        this.start = start;
        segments = new MemorySegment[pages.length];
        offsets = new long[pages.length];
        for (int i = 0; i < pages.length; i++) {
            segments[i] = segment.apply(pages[i]);
            offsets[i] = offset.applyAsLong(pages[i]);
        }
    }

    /**
     * {@return memory that lies together, such as memory of the kernel}
     *
     * @param memory whole pages
     */
    public static PinnedRing of(MemorySegment memory) {
        long[] pages = LongStream.range(0, memory.byteSize() >>> PAGE_SHIFT)
                .map(page -> page << PAGE_SHIFT)
                .toArray();
        return new PinnedRing(pages, 0, _ -> memory, page -> page);
    }

    /**
     * {@return the segment of a byte}
     *
     * @param at offset from the beginning, bytes
     */
    public MemorySegment segment(int at) {
        return segments[start + at >>> PAGE_SHIFT];
    }

    /**
     * {@return where in its segment a byte lies}
     *
     * @param at offset from the beginning, bytes
     */
    public long offset(int at) {
        return offsets[start + at >>> PAGE_SHIFT] + (start + at & IN_PAGE);
    }
}
