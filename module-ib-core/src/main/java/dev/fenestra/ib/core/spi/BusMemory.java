package dev.fenestra.ib.core.spi;

import java.lang.foreign.MemorySegment;

/**
 * Host memory by bus address. An address resolves to a segment, an offset in it, and the number of bytes that are valid
 * from there; resolve once per page, not once per access.
 */
public interface BusMemory {

    /**
     * {@return the segment that backs an address; only meaningful while {@link #valid} of it is not 0}
     *
     * @param busAddress as a device uses it
     */
    MemorySegment segment(long busAddress);

    /**
     * {@return where in its segment the address lies}
     *
     * @param busAddress as a device uses it
     */
    long offset(long busAddress);

    /**
     * {@return whether an address that was once mapped may vanish without the device's knowing, behind an IOMMU or with
     * the arena of foreign memory: then a device must look at {@link #valid} before each access, and ask for the
     * {@link #segment} of what it finds invalid, so that the refused access is noted}
     */
    default boolean mayFault() {
        return false;
    }

    /**
     * Contiguous bytes that may be used from the address on; 0 when nothing is mapped there.
     *
     * @param busAddress as a device uses it
     * @return bytes; 0 when nothing is mapped there
     */
    long valid(long busAddress);
}
