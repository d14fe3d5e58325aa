package dev.fenestra.ib.core.memory;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.function.IntConsumer;

/**
 * Hands frames out and counts who needs each: the mapping that took it, and every pin. A frame whose count falls to 0
 * is free, and waits behind those freed before it.
 */
final class FrameAllocator {
    private final FrameShuffle fresh;
    private final FrameQueue freed = new FrameQueue();
    private final long limit;
    private final IntConsumer open;
    private final IntConsumer zero;
    private final int[][] counts;
    private long used;

    /**
     * @param limit frames that may be in use at once
     * @param open makes the addresses of a chunk valid
     * @param zero clears a frame that was used before
     */
    FrameAllocator(long seed, long limit, int chunks, IntConsumer open, IntConsumer zero) {
        fresh = new FrameShuffle(seed, PhysicalMemory.FRAMES_PER_CHUNK);
        this.limit = limit;
        this.open = open;
        this.zero = zero;
        counts = new int[chunks][];
    }

    /**
     * Takes zeroed frames, all or none.
     *
     * @return their bus addresses
     */
    synchronized long[] take(long count) {
        if (count > limit - used) {
            throw new VerbsException(
                    Errno.ENOMEM,
                    MemoryRule.FRAMES_LEFT,
                    "frames=" + count + ", free=" + (limit - used) + ", limit=" + limit);
        }
        long[] busAddresses = new long[(int) count];
        for (int i = 0; i < busAddresses.length; i++) {
            int frame = freed.size() > 0 ? recycled() : opened();
            counts[frame / PhysicalMemory.FRAMES_PER_CHUNK][frame % PhysicalMemory.FRAMES_PER_CHUNK] = 1;
            busAddresses[i] = (long) frame << PhysicalMemory.FRAME_SHIFT;
        }
        used += count;
        return busAddresses;
    }

    /** Counts one more need of each of these frames. */
    synchronized void hold(long[] busAddresses) {
        for (long busAddress : busAddresses) {
            int frame = (int) (busAddress >>> PhysicalMemory.FRAME_SHIFT);
            counts[frame / PhysicalMemory.FRAMES_PER_CHUNK][frame % PhysicalMemory.FRAMES_PER_CHUNK]++;
        }
    }

    /** Counts one need less of each of these frames. */
    synchronized void release(long[] busAddresses) {
        for (long busAddress : busAddresses) {
            int frame = (int) (busAddress >>> PhysicalMemory.FRAME_SHIFT);
            if (--counts[frame / PhysicalMemory.FRAMES_PER_CHUNK][frame % PhysicalMemory.FRAMES_PER_CHUNK] == 0) {
                freed.add(frame);
                used--;
            }
        }
    }

    synchronized long used() {
        return used;
    }

    private int recycled() {
        int frame = freed.remove();
        zero.accept(frame);
        return frame;
    }

    private int opened() {
        int frame = fresh.next();
        int chunk = frame / PhysicalMemory.FRAMES_PER_CHUNK;
        if (counts[chunk] == null) {
            open.accept(chunk);
            counts[chunk] = new int[PhysicalMemory.FRAMES_PER_CHUNK];
        }
        return frame;
    }
}
