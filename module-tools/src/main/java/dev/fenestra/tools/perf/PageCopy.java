package dev.fenestra.tools.perf;

import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.uverbs.Memory;
import java.lang.foreign.MemorySegment;

/** The limit: the bytes of a message copied page by page through the same list of pages, and nothing else. */
final class PageCopy {
    private static final int PAGE = 4096;

    private final MemorySegment[] from;
    private final long[] fromOffsets;
    private final MemorySegment[] to;
    private final long[] toOffsets;
    private final int bytes;

    /** Of the first bytes of two memories, which begin on a page. */
    PageCopy(BenchHost fromHost, Memory fromMemory, BenchHost toHost, Memory toMemory, int bytes) {
        int pages = (bytes + PAGE - 1) / PAGE;
        this.bytes = bytes;
        from = new MemorySegment[pages];
        fromOffsets = new long[pages];
        to = new MemorySegment[pages];
        toOffsets = new long[pages];
        look(fromHost, fromMemory, from, fromOffsets);
        look(toHost, toMemory, to, toOffsets);
    }

    private static void look(BenchHost host, Memory memory, MemorySegment[] segments, long[] offsets) {
        for (int i = 0; i < segments.length; i++) {
            long address = memory.address() + (long) i * PAGE;
            segments[i] = host.process().memory().segment(address);
            offsets[i] = host.process().memory().offset(address);
        }
    }

    void run(long count) {
        for (long i = 0; i < count; i++) {
            int left = bytes;
            for (int page = 0; left > 0; page++) {
                int part = Math.min(PAGE, left);
                MemorySegment.copy(from[page], fromOffsets[page], to[page], toOffsets[page], part);
                left -= part;
            }
        }
    }
}
