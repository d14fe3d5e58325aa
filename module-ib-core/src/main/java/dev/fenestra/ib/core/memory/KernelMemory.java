package dev.fenestra.ib.core.memory;

import dev.fenestra.ib.core.spi.KernelBuffer;
import dev.fenestra.ib.core.spi.LedgerCell;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Memory of the kernel, in pieces of at most one page. Sizes are rounded up to powers of two, at least 8 bytes, and
 * each piece is aligned to its size. A freed piece is zeroed and used again.
 */
public final class KernelMemory {
    private static final int SMALLEST_SHIFT = 3;

    private final FrameAllocator allocator;
    private final DmaDomain domain;
    private final List<Deque<Long>> free = new ArrayList<>();

    /**
     * Memory that devices reach at the bus addresses of its frames.
     *
     * @param physical memory of the host
     */
    public KernelMemory(PhysicalMemory physical) {
        this(physical, physical.bus());
    }

    /**
     * Makes kernel memory that devices reach through a domain.
     *
     * @param physical memory of the host
     * @param domain through which devices reach it
     */
    public KernelMemory(PhysicalMemory physical, DmaDomain domain) {
        allocator = physical.frames();
        this.domain = domain;
        for (int shift = SMALLEST_SHIFT; shift <= PhysicalMemory.FRAME_SHIFT; shift++) {
            free.add(new ArrayDeque<>());
        }
    }

    /**
     * {@return a zeroed piece}
     *
     * @param bytes 1 to 4096
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException ENOMEM when the host has no frames left
     */
    public KernelBuffer allocate(int bytes) {
        long busAddress = take(bytes);
        return new KernelBuffer(domain.segment(busAddress), domain.offset(busAddress), busAddress, bytes);
    }

    /**
     * {@return a cell that counts 0: the device counts there how many windows are bound}
     *
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException ENOMEM when the host has no frames left
     */
    public LedgerCell cell() {
        long busAddress = take(Long.BYTES);
        return new LedgerCell(domain.segment(busAddress), domain.offset(busAddress), busAddress);
    }

    private synchronized long take(int bytes) {
        if (bytes < 1 || bytes > PhysicalMemory.FRAME_BYTES) {
            throw new IllegalArgumentException("kernel memory comes in 1 to 4096 bytes, not " + bytes);
        }
        int shift = shift(bytes);
        Deque<Long> pieces = free.get(shift - SMALLEST_SHIFT);
        if (pieces.isEmpty()) {
            carve(shift, pieces);
        }
        long busAddress = pieces.removeFirst();
        domain.segment(busAddress)
                .asSlice(domain.offset(busAddress), 1L << shift)
                .fill((byte) 0);
        return busAddress;
    }

    /**
     * Gives a piece back that {@link #allocate} gave out.
     *
     * @param buffer that this memory gave out
     */
    public void free(KernelBuffer buffer) {
        free(buffer.busAddress(), buffer.bytes());
    }

    /**
     * Gives a cell back. The device no longer uses it.
     *
     * @param cell that this memory gave out
     */
    public void free(LedgerCell cell) {
        free(cell.busAddress(), Long.BYTES);
    }

    private synchronized void free(long busAddress, int bytes) {
        free.get(shift(bytes) - SMALLEST_SHIFT).addLast(busAddress);
    }

    private void carve(int shift, Deque<Long> pieces) {
        long frame = domain.map(allocator.take(1))[0];
        for (long at = 0; at < PhysicalMemory.FRAME_BYTES; at += 1L << shift) {
            pieces.addLast(frame + at);
        }
    }

    private static int shift(int bytes) {
        return Math.max(SMALLEST_SHIFT, Integer.SIZE - Integer.numberOfLeadingZeros(bytes - 1));
    }
}
