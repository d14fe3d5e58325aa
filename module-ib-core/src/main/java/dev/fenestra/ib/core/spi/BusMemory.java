package dev.fenestra.ib.core.spi;

import java.lang.foreign.MemorySegment;

/**
 * Host memory by bus address. An address resolves to a segment, an offset in it, and the number of bytes that are valid from there;
 * resolve once per page, not once per access.
 */
public interface BusMemory {

    /** The segment that backs an address; only meaningful while {@link #valid} of it is not 0. */
    MemorySegment segment(long busAddress);

    /** Where in its segment the address lies. */
    long offset(long busAddress);

    /** Contiguous bytes that may be used from the address on; 0 when nothing is mapped there. */
    long valid(long busAddress);
}
