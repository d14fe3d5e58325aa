package dev.fenestra.hw.sim.hca.host;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The place of a card's memory that software may map: doorbell pages, and memory on the card. By default it is the
 * JVM's own; to share it with other programs, allocate it from a file.
 */
@FunctionalInterface
public interface BarMemory {
    /** Memory of this program alone. */
    BarMemory PRIVATE = (arena, bytes) -> arena.allocate(bytes, 4096);

    /**
     * Zeroed memory that begins on a page.
     *
     * @param arena of the card; the memory is not used after its end
     * @param bytes more than 0
     * @return readable and writable memory of that length, aligned to 4096 bytes
     */
    MemorySegment allocate(Arena arena, long bytes);
}
