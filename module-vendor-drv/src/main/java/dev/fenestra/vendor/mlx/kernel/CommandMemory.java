package dev.fenestra.vendor.mlx.kernel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Memory for the inputs and outputs of commands. Pieces are kept for later commands, as mailboxes are, except for large
 * ones, which only registrations of very large memory need.
 *
 * <p>A confined arena for each command would be simpler. But once a process has used memory of a confined arena, the
 * code of every access to native memory asks which thread owns the memory. On the data path this costs a tenth to a
 * fifth of the time.
 */
final class CommandMemory {
    /** The smallest piece, bytes. All sizes are powers of two. */
    private static final long LEAST_BYTES = 1L << 9;
    /** The largest piece that is kept, bytes: a list of 131,072 pages. */
    static final long MOST_BYTES = 1L << 20;

    private final Arena arena = Arena.ofAuto();
    private final Map<Long, Deque<MemorySegment>> free = new HashMap<>();

    /**
     * {@return a piece that nobody else has; its first bytes are zero}
     *
     * @param bytes how many must be there, and zero
     */
    MemorySegment take(long bytes) {
        if (bytes > MOST_BYTES) {
            return Arena.ofAuto().allocate(bytes, Long.BYTES);
        }
        long size = Math.max(LEAST_BYTES, Long.highestOneBit(bytes - 1) << 1);
        MemorySegment known = kept(size);
        if (known == null) {
            return arena.allocate(size, Long.BYTES);
        }
        known.asSlice(0, bytes).fill((byte) 0);
        return known;
    }

    private synchronized @Nullable MemorySegment kept(long size) {
        return piecesOf(size).poll();
    }

    /** Takes a piece back. */
    synchronized void give(MemorySegment piece) {
        if (piece.byteSize() <= MOST_BYTES) {
            piecesOf(piece.byteSize()).push(piece);
        }
    }

    private Deque<MemorySegment> piecesOf(long size) {
        return free.computeIfAbsent(size, none -> new ArrayDeque<>());
    }
}
