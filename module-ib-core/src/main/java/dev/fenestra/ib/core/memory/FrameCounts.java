package dev.fenestra.ib.core.memory;

import org.jspecify.annotations.Nullable;

/** The users of each frame: its mappings and its pins. The number of pins is counted separately, too. */
final class FrameCounts {
    private final int[] @Nullable [] counts;
    private final int[] @Nullable [] pins;

    FrameCounts(int chunks) {
        counts = new int[chunks][];
        pins = new int[chunks][];
    }

    boolean isOpen(int chunk) {
        return counts[chunk] != null;
    }

    void open(int chunk) {
        counts[chunk] = new int[PhysicalMemory.FRAMES_PER_CHUNK];
        pins[chunk] = new int[PhysicalMemory.FRAMES_PER_CHUNK];
    }

    /** Forgets the counts of a chunk, all of which are 0. */
    void close(int chunk) {
        counts[chunk] = null;
        pins[chunk] = null;
    }

    int of(long busAddress) {
        return count(counts, busAddress);
    }

    int pins(long busAddress) {
        return count(pins, busAddress);
    }

    private static int count(int[] @Nullable [] all, long busAddress) {
        int[] chunk = all[(int) (busAddress >>> FrameTable.CHUNK_SHIFT)];
        return chunk == null ? 0 : chunk[inChunk(busAddress)];
    }

    /** Adds to the count and returns the sum; the chunk must be open. */
    int add(long busAddress, int more) {
        return add(counts, busAddress, more);
    }

    /** The same for pins, which are users, too. */
    int addPins(long busAddress, int more) {
        add(pins, busAddress, more);
        return add(busAddress, more);
    }

    private static int add(int[] @Nullable [] all, long busAddress, int more) {
        int[] chunk = all[(int) (busAddress >>> FrameTable.CHUNK_SHIFT)];
        if (chunk == null) {
            throw new IllegalStateException(String.format("no frame at 0x%x", busAddress));
        }
        return chunk[inChunk(busAddress)] += more;
    }

    private static int inChunk(long busAddress) {
        return (int) (busAddress >>> PhysicalMemory.FRAME_SHIFT) % PhysicalMemory.FRAMES_PER_CHUNK;
    }
}
