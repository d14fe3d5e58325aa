package dev.fenestra.ib.core.memory;

import org.jspecify.annotations.Nullable;

/** How many need each frame: the mapping that took it, and every pin. */
final class FrameCounts {
    private final int[] @Nullable [] counts;

    FrameCounts(int chunks) {
        counts = new int[chunks][];
    }

    boolean isOpen(int chunk) {
        return counts[chunk] != null;
    }

    void open(int chunk) {
        counts[chunk] = new int[PhysicalMemory.FRAMES_PER_CHUNK];
    }

    int of(long busAddress) {
        int[] chunk = counts[(int) (busAddress >>> FrameTable.CHUNK_SHIFT)];
        return chunk == null ? 0 : chunk[inChunk(busAddress)];
    }

    /** Counts so many more, or less, and returns what it is then; the chunk is open. */
    int add(long busAddress, int more) {
        int[] chunk = counts[(int) (busAddress >>> FrameTable.CHUNK_SHIFT)];
        if (chunk == null) {
            throw new IllegalStateException(String.format("no frame at 0x%x", busAddress));
        }
        return chunk[inChunk(busAddress)] += more;
    }

    private static int inChunk(long busAddress) {
        return (int) (busAddress >>> PhysicalMemory.FRAME_SHIFT) % PhysicalMemory.FRAMES_PER_CHUNK;
    }
}
