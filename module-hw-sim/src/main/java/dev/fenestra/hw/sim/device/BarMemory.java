package dev.fenestra.hw.sim.device;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Where the memory of a card lies that software may map: doorbell pages, and memory on the card. By default the JVM's
 * own; whoever wants to show it to other programs takes it from a file.
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
     */
    MemorySegment allocate(Arena arena, long bytes);
}
