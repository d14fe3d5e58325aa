package dev.fenestra.vendor.mlx.kernel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Memory for the inputs and outputs of commands. Pieces are kept for later commands, as mailboxes are.
 *
 * <p>A confined arena for each command would be simpler. But once a process has used memory of a confined arena, the
 * code of every access to native memory asks which thread owns the memory. On the data path this costs a tenth to a
 * fifth of the time.
 */
final class CommandMemory {
    /** The smallest piece, bytes. All sizes are powers of two. */
    private static final long LEAST_BYTES = 1L << 9;

    private final Arena arena = Arena.ofAuto();
    private final Map<Long, Deque<MemorySegment>> free = new HashMap<>();

    /**
     * {@return a piece that nobody else has; its first bytes are zero}
     *
     * @param bytes how many must be there, and zero
     */
    synchronized MemorySegment take(long bytes) {
        long size = Math.max(LEAST_BYTES, Long.highestOneBit(bytes - 1) << 1);
        MemorySegment known = piecesOf(size).poll();
        if (known == null) {
            return arena.allocate(size, Long.BYTES);
        }
        known.asSlice(0, bytes).fill((byte) 0);
        return known;
    }

    /** Takes a piece back. */
    synchronized void give(MemorySegment piece) {
        piecesOf(piece.byteSize()).push(piece);
    }

    private Deque<MemorySegment> piecesOf(long size) {
        return free.computeIfAbsent(size, none -> new ArrayDeque<>());
    }
}
