package dev.fenestra.hw.sim.mlx5.queue;

import dev.fenestra.hw.sim.hca.host.DmaBus;
import dev.fenestra.hw.sim.mlx5.prm.ControlSegment;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/** A queue's pages, resolved once when the queue is created. Offsets count from the queue's first byte. */
public final class RingMemory {
    private static final int PAGE_SHIFT = 12;
    private static final int IN_PAGE = (1 << PAGE_SHIFT) - 1;
    private static final VarHandle BYTE = ValueLayout.JAVA_BYTE.varHandle();

    private final MemorySegment[] segments;
    private final long[] offsets;
    private final int start;
    private final boolean isPolled;

    private RingMemory(MemorySegment[] segments, long[] offsets, int start, boolean isPolled) {
        this.start = start;
        this.isPolled = isPolled;
        this.segments = segments;
        this.offsets = offsets;
    }

    /**
     * {@return whether all pages are mapped}
     *
     * @param bus the host's memory
     * @param pages bus addresses of pages of 4 KiB
     */
    public static boolean isReachable(DmaBus bus, long[] pages) {
        for (long page : pages) {
            if ((page & IN_PAGE) != 0 || bus.valid(page) < 1 << PAGE_SHIFT) {
                return false;
            }
        }
        return true;
    }

    /**
     * {@return the pages of a queue, which are all mapped}
     *
     * @param bus the host's memory
     * @param pages bus addresses of pages of 4 KiB
     */
    public static RingMemory of(DmaBus bus, long[] pages) {
        return of(bus, pages, 0);
    }

    /**
     * Resolves the pages of a queue that are reachable.
     *
     * @param bus that reaches them
     * @param pages their bus addresses
     * @param start where on the first page the queue begins, a multiple of 64 bytes: each basic block lies on one page
     * @return the memory of the queue
     */
    public static RingMemory of(DmaBus bus, long[] pages, int start) {
        MemorySegment[] segments = new MemorySegment[pages.length];
        long[] offsets = new long[pages.length];
        for (int i = 0; i < pages.length; i++) {
            segments[i] = bus.segment(pages[i]);
            offsets[i] = bus.offset(pages[i]);
        }
        return new RingMemory(segments, offsets, start, false);
    }

    /** {@return the same memory, as that of software on another processor, which rings no doorbell} */
    public RingMemory polled() {
        return new RingMemory(segments, offsets, start, true);
    }

    /**
     * Moves the cache line of a posted WQE to this processor before it is read, if the queue is polled: it stores a
     * byte as it has read it, the signature, which this device does not use. Software does not write a WQE before it
     * has completed.
     *
     * <p>Software will write another WQE there. If this processor had only read the line, both would have it, and
     * software's first store to each such line would wait until the other processor has given it up, one line after the
     * other. Lines that a processor does not have, it fetches several at a time.
     *
     * @param wqe memory of the WQE
     * @param base offset of its first byte there
     */
    void claim(MemorySegment wqe, long base) {
        if (isPolled) {
            long at = base + ControlSegment.SIGNATURE.offset();
            BYTE.setRelease(wqe, at, (byte) BYTE.getOpaque(wqe, at));
        }
    }

    /**
     * {@return the segment of a byte of the queue}
     *
     * @param ringOffset offset in the queue, bytes
     */
    public MemorySegment segment(int ringOffset) {
        return segments[start + ringOffset >>> PAGE_SHIFT];
    }

    /**
     * {@return the offset of a byte of the queue in its segment}
     *
     * @param ringOffset offset in the queue, bytes
     */
    public long offset(int ringOffset) {
        return offsets[start + ringOffset >>> PAGE_SHIFT] + (start + ringOffset & IN_PAGE);
    }

    /** {@return whether two bytes of the queue lie on the same page} */
    boolean isOnePage(int ringOffset, int other) {
        return start + ringOffset >>> PAGE_SHIFT == start + other >>> PAGE_SHIFT;
    }

    /** {@return bytes from a byte of the queue to the end of its page} */
    int leftOnPage(int ringOffset) {
        return (1 << PAGE_SHIFT) - (start + ringOffset & IN_PAGE);
    }

    /** {@return bytes of all pages} */
    public long bytes() {
        return (long) segments.length << PAGE_SHIFT;
    }
}
