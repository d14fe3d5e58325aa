package dev.fenestra.ib.core.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Native memory for the chunks of a host. The first ones are allocated one by one, so that a small host takes little.
 * The others come in blocks, because a C library keeps small blocks for itself when they are freed. Glibc does so with
 * blocks of up to 32 MiB, depending on what was freed before (mallopt(3), M_MMAP_THRESHOLD). A larger one goes back to
 * the system.
 */
final class ChunkMemory implements AutoCloseable {
    private static final int SINGLE_CHUNKS = 8;
    private static final int CHUNKS_PER_BLOCK = 17;

    private final Arena arena = Arena.ofShared();
    private final long chunkBytes;
    private final long alignment;
    private int singles;
    private MemorySegment rest = MemorySegment.NULL;

    /**
     * @param chunkBytes size of a chunk, at least 2 MiB
     * @param alignment of each of them
     */
    ChunkMemory(long chunkBytes, long alignment) {
        this.chunkBytes = chunkBytes;
        this.alignment = alignment;
    }

    /** {@return the memory of one more chunk, all zero} */
    synchronized MemorySegment next() {
        if (singles < SINGLE_CHUNKS) {
            MemorySegment single = allocate(1);
            singles++;
            return single;
        }
        if (rest.byteSize() == 0) {
            rest = allocate(CHUNKS_PER_BLOCK);
        }
        MemorySegment next = rest.asSlice(0, chunkBytes);
        rest = rest.asSlice(chunkBytes);
        return next;
    }

    private MemorySegment allocate(int chunks) {
        return arena.allocate(chunks * chunkBytes, alignment);
    }

    /** Frees it all. */
    @Override
    public void close() {
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }
}
