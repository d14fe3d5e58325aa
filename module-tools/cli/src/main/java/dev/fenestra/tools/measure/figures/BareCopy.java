package dev.fenestra.tools.measure.figures;

import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.uverbs.memory.Memory;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * The least cost of moving bytes between two hosts of a bench: their pages are looked up beforehand and copied one by
 * one. An RDMA operation over the same pages is compared with it.
 */
public final class BareCopy {
    private static final int PAGE_SHIFT = 12;
    private static final int PAGE = 1 << PAGE_SHIFT;

    private final ByteBuffer between =
            ByteBuffer.allocateDirect(2 * PAGE).alignedSlice(PAGE).limit(PAGE);
    private final MemorySegment page = MemorySegment.ofBuffer(between);
    private final CRC32 crc = new CRC32();
    private final MemorySegment[] from;
    private final long[] fromOffsets;
    private final MemorySegment[] to;
    private final long[] toOffsets;

    private BareCopy(int pages) {
        from = new MemorySegment[pages];
        fromOffsets = new long[pages];
        to = new MemorySegment[pages];
        toOffsets = new long[pages];
    }

    /** From one memory to another of at least its length; memory begins on a page. */
    public static BareCopy of(BenchHost fromHost, Memory from, BenchHost toHost, Memory to) {
        BareCopy copy = new BareCopy((int) (from.length() + PAGE - 1 >>> PAGE_SHIFT));
        look(fromHost, from, copy.from, copy.fromOffsets);
        look(toHost, to, copy.to, copy.toOffsets);
        return copy;
    }

    private static void look(BenchHost host, Memory memory, MemorySegment[] segments, long[] offsets) {
        for (int i = 0; i < segments.length; i++) {
            long address = memory.address() + ((long) i << PAGE_SHIFT);
            segments[i] = host.process().memory().segment(address);
            offsets[i] = host.process().memory().offset(address);
        }
    }

    /**
     * Copies page by page.
     *
     * @param offset a multiple of 4096
     */
    public void copy(long offset, int bytes) {
        int page = (int) (offset >>> PAGE_SHIFT);
        int end = page + (bytes >>> PAGE_SHIFT);
        for (; page < end; page++) {
            MemorySegment.copy(from[page], fromOffsets[page], to[page], toOffsets[page], PAGE);
        }
        int rest = bytes & PAGE - 1;
        if (rest > 0) {
            MemorySegment.copy(from[page], fromOffsets[page], to[page], toOffsets[page], rest);
        }
    }

    /**
     * Copies page by page to a buffer, computes the CRC-32 of the buffer twice, and copies it on. This is the least
     * cost of packets that become bytes with a checksum that is verified. CRCs that differ would be an error of the
     * machine.
     *
     * @param offset a multiple of 4096
     */
    public void copyChecked(long offset, int bytes) {
        int first = (int) (offset >>> PAGE_SHIFT);
        for (int done = 0; done < bytes; done += PAGE) {
            int part = Math.min(PAGE, bytes - done);
            int i = first + (done >>> PAGE_SHIFT);
            MemorySegment.copy(from[i], fromOffsets[i], page, 0, part);
            long made = crc(part);
            long checked = crc(part);
            if (made != checked) {
                throw new IllegalStateException("two CRCs of the same bytes differ");
            }
            MemorySegment.copy(page, 0, to[i], toOffsets[i], part);
        }
    }

    private long crc(int bytes) {
        crc.reset();
        crc.update(between.limit(bytes).position(0));
        return crc.getValue();
    }
}
