package dev.fenestra.ib.core.abi;

import java.lang.foreign.MemorySegment;

/**
 * A part of a structure of host memory that has bytes of its own: an array, or another structure.
 *
 * @param name as C spells it
 * @param offset from the start of the structure
 * @param bytes how many it has
 */
public record HostPart(String name, int offset, int bytes) implements HostItem {

    /**
     * {@return the bytes of the part, as many of them as there are}
     *
     * @param structure the bytes of the structure
     */
    public MemorySegment of(MemorySegment structure) {
        long from = Math.min(offset, structure.byteSize());
        return structure.asSlice(from, Math.min(bytes, structure.byteSize() - from));
    }
}
