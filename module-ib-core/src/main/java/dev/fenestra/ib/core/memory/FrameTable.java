package dev.fenestra.ib.core.memory;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The memory of each 2 MiB chunk of bus addresses: a segment, what to subtract from a bus address to get an offset
 * there, and the part of the chunk that is valid. Readers take no lock and allocate nothing; a chunk is published by
 * its limit, which is written last. Devices without an IOMMU see this memory directly.
 *
 * <p>Each chunk has its own valid part and delta, because a native segment of a Java program may begin and end
 * anywhere. A chunk of the host gets its memory at the first access.
 */
final class FrameTable implements DmaDomain {
    /** log2 of a chunk's size. */
    static final int CHUNK_SHIFT = 21;

    private static final long CHUNK_BYTES = 1L << CHUNK_SHIFT;
    private static final VarHandle LIMIT = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle SEGMENT = MethodHandles.arrayElementVarHandle(MemorySegment[].class);

    /** Never mapped, so bus address 0 is never valid; addresses beyond the table are looked up here too. */
    private static final int HOLE = 0;

    private final Supplier<MemorySegment> commit;
    private final int firstForeign;
    private volatile boolean hasForeign;
    private final @Nullable MemorySegment[] segments;
    private final long[] deltas;
    private final long[] starts;
    private final long[] limits;

    /**
     * @param chunks size of the table, the hole included
     * @param firstForeign chunk from which on memory is not ours
     * @param commit gives the zeroed memory of a chunk
     */
    FrameTable(int chunks, int firstForeign, Supplier<MemorySegment> commit) {
        this.commit = commit;
        this.firstForeign = firstForeign;
        segments = new MemorySegment[chunks];
        segments[HOLE] = MemorySegment.NULL;
        deltas = new long[chunks];
        starts = new long[chunks];
        limits = new long[chunks];
    }

    /** Makes the addresses of a chunk of the host valid. */
    void open(int chunk) {
        long start = (long) chunk << CHUNK_SHIFT;
        deltas[chunk] = start;
        starts[chunk] = start;
        LIMIT.setRelease(limits, chunk, start + CHUNK_BYTES);
    }

    /** Places foreign memory into consecutive chunks, with its first byte at a bus address in the first of them. */
    void attach(int chunk, int chunks, MemorySegment foreign, long busAddress) {
        hasForeign = true;
        for (int i = chunk; i < chunk + chunks; i++) {
            deltas[i] = busAddress;
            starts[i] = busAddress;
            SEGMENT.setRelease(segments, i, foreign);
            LIMIT.setRelease(limits, i, busAddress + foreign.byteSize());
        }
    }

    /** Removes foreign memory. */
    void detach(int chunk, int chunks) {
        for (int i = chunk; i < chunk + chunks; i++) {
            LIMIT.setRelease(limits, i, 0L);
            SEGMENT.setRelease(segments, i, MemorySegment.NULL);
        }
    }

    @Override
    public int blockShift() {
        return CHUNK_SHIFT;
    }

    /** Whether there ever was foreign memory. */
    @Override
    public boolean mayFault() {
        return hasForeign;
    }

    @Override
    public long[] map(long[] frames) {
        return frames;
    }

    @Override
    public void unmap(long[] busAddresses) {}

    @Override
    public boolean isTranslating() {
        return false;
    }

    /** Whether the chunk of this address has memory already. */
    boolean isCommitted(long busAddress) {
        return SEGMENT.getAcquire(segments, chunk(busAddress)) != null;
    }

    @Override
    public MemorySegment segment(long busAddress) {
        int chunk = chunk(busAddress);
        MemorySegment segment = (MemorySegment) SEGMENT.getAcquire(segments, chunk);
        return segment != null ? segment : firstTouch(chunk);
    }

    @Override
    public long offset(long busAddress) {
        return busAddress - deltas[chunk(busAddress)];
    }

    @Override
    public long valid(long busAddress) {
        int chunk = chunk(busAddress);
        long left = (long) LIMIT.getAcquire(limits, chunk) - busAddress;
        return left > 0 && busAddress >= starts[chunk] && isAlive(chunk) ? left : 0;
    }

    /** The arena of foreign memory may be closed. The host's memory lives as long as the table. */
    private boolean isAlive(int chunk) {
        return chunk < firstForeign
                || ((MemorySegment) SEGMENT.getAcquire(segments, chunk)).scope().isAlive();
    }

    private synchronized MemorySegment firstTouch(int chunk) {
        MemorySegment segment = segments[chunk];
        if (segment != null) {
            return segment;
        }
        if (limits[chunk] == 0) {
            return MemorySegment.NULL;
        }
        MemorySegment committed = commit.get();
        SEGMENT.setRelease(segments, chunk, committed);
        return committed;
    }

    private int chunk(long busAddress) {
        long chunk = busAddress >>> CHUNK_SHIFT;
        return chunk < limits.length ? (int) chunk : HOLE;
    }
}
