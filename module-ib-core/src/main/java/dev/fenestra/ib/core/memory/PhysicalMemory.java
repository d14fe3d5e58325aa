package dev.fenestra.ib.core.memory;

import java.lang.foreign.MemorySegment;

/**
 * A host's physical memory: 4 KiB frames, committed in chunks of 2 MiB when first touched. The bus address of a frame
 * is its number times 4096; number 0 is no frame.
 */
public final class PhysicalMemory implements AutoCloseable {
    /** log2 of a frame's size. */
    public static final int FRAME_SHIFT = 12;

    /** Bytes of a frame. */
    public static final int FRAME_BYTES = 1 << FRAME_SHIFT;

    static final int FRAMES_PER_CHUNK = 1 << FrameTable.CHUNK_SHIFT - FRAME_SHIFT;

    private final ChunkMemory chunks = new ChunkMemory(1L << FrameTable.CHUNK_SHIFT, FRAME_BYTES);
    private final FrameTable table;
    private final FrameAllocator frames;
    private final SwapSpace swap = new SwapSpace();

    /**
     * Makes the memory of a host. Nothing of it is committed yet.
     *
     * @param bytes how much may be in use at once, cut to whole frames; at most 4 TiB
     * @param seed of the order of frames
     */
    public PhysicalMemory(long bytes, long seed) {
        if (bytes < FRAME_BYTES || bytes > 1L << 42) {
            throw new IllegalArgumentException("memory of " + bytes + " bytes is not between 4 KiB and 4 TiB");
        }
        FrameZones zones = FrameZones.of(bytes >>> FRAME_SHIFT);
        table = new FrameTable(zones.chunks(), zones.firstForeignChunk(), chunks::next);
        frames = new FrameAllocator(seed, zones, table, this::zero);
    }

    /** {@return the memory as devices see it without an IOMMU} */
    public DmaDomain bus() {
        return table;
    }

    /** {@return frames that are mapped, pinned or used by the kernel} */
    public long usedFrames() {
        return frames.used();
    }

    /** Frees all memory. No address is valid after that. */
    @Override
    public void close() {
        chunks.close();
    }

    FrameTable table() {
        return table;
    }

    FrameAllocator frames() {
        return frames;
    }

    SwapSpace swap() {
        return swap;
    }

    private void zero(long busAddress) {
        if (table.isCommitted(busAddress)) {
            frame(busAddress).fill((byte) 0);
        }
    }

    /** Another frame with the same contents. Throws ENOMEM when the host has none left. */
    long copy(long frame) {
        long copy = frames.take(1)[0];
        frame(copy).copyFrom(frame(frame));
        return copy;
    }

    /** The bytes of a frame of the host. */
    MemorySegment frame(long busAddress) {
        return table.segment(busAddress).asSlice(table.offset(busAddress), FRAME_BYTES);
    }
}
