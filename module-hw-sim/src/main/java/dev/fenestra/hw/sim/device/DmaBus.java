package dev.fenestra.hw.sim.device;

import java.lang.foreign.MemorySegment;

/**
 * A device's view of a host. A bus address resolves to a segment, an offset in it and the bytes valid from
 * there. The device asks once per page or block, never per field.
 */
public interface DmaBus {

    /** The segment behind an address; only meaningful while {@link #valid} of it is not 0. */
    MemorySegment segment(long busAddress);

    /** Where in its segment the address lies. */
    long offset(long busAddress);

    /**
     * Whether a usable address may become unusable without notice to the device. If so, the device checks the address
     * before each access.
     */
    default boolean mayFault() {
        return false;
    }

    /** Contiguous bytes usable from the address on; 0 when nothing is mapped there. */
    long valid(long busAddress);
}
