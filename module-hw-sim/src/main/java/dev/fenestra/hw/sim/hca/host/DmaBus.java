package dev.fenestra.hw.sim.hca.host;

import java.lang.foreign.MemorySegment;

/**
 * A device's view of a host. A bus address resolves to a segment, an offset in it and the bytes valid from
 * there. The device asks once per page or block, never per field.
 */
public interface DmaBus {

    /**
     * The segment behind an address; only meaningful while {@link #valid} of it is not 0.
     *
     * @param busAddress any address
     * @return the memory to read or write
     */
    MemorySegment segment(long busAddress);

    /**
     * {@return where in its segment the address lies}
     *
     * @param busAddress any address
     */
    long offset(long busAddress);

    /**
     * {@return log2 of the size of a block} Usable addresses of one aligned block lie in the same segment, as far apart
     * there as on the bus. So a device that resolves many addresses at once looks each block up once.
     */
    default int blockShift() {
        return 12;
    }

    /**
     * {@return whether a usable address may become unusable without notice to the device} If so, the device checks the
     * address before each access.
     */
    default boolean mayFault() {
        return false;
    }

    /**
     * {@return contiguous bytes usable from the address on; 0 when nothing is mapped there}
     *
     * @param busAddress any address
     */
    long valid(long busAddress);
}
