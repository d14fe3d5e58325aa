package dev.fenestra.ib.core.abi;

import java.lang.foreign.MemorySegment;

/** A named place in a structure of host memory. */
public interface HostItem {

    /** {@return the name that C gives it, with dots where structures are nested} */
    String name();

    /** {@return the first byte, counted from the start of the structure} */
    int offset();

    /** {@return how many bytes it has} */
    int bytes();

    /** {@return the first byte behind it, counted from the start of the structure} */
    default int end() {
        return offset() + bytes();
    }

    /**
     * {@return whether all of it lies in the given bytes; older libraries know shorter structures}
     *
     * @param structure the bytes of a structure, from its start
     */
    default boolean isIn(MemorySegment structure) {
        return end() <= structure.byteSize();
    }
}
