package dev.fenestra.ib.core.spi;

import java.lang.foreign.MemorySegment;

/**
 * Host memory by bus address. An address resolves to a segment, an offset in it, and the number of bytes that are valid
 * from there; resolve once per page, not once per access.
 */
public interface BusMemory {

    /**
     * {@return the segment that backs an address; has a meaning only while {@link #valid} is not 0 there}
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
     * {@return log2 of the size of a block, a page or more} Valid addresses of one aligned block lie in the same
     * segment, as far apart there as on the bus.
     */
    default int blockShift() {
        return 12;
    }

    /**
     * {@return whether a mapped address may vanish unknown to the device} That happens behind an IOMMU and with
     * the arena of foreign memory. Then a device must look at {@link #valid} before each access. It asks for the
     * {@link #segment} of an invalid address too, so that the refused access is noted.
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
