package dev.fenestra.ib.core.memory;

import dev.fenestra.ib.core.spi.BusMemory;

/**
 * Memory as the devices of one slot see it. Without an IOMMU each frame has its bus address, always. With one, frames
 * get bus addresses by {@link #map}, good until {@link #unmap}.
 */
public interface DmaDomain extends BusMemory {

    /**
     * {@return bus addresses for frames, in their order; a frame mapped twice gets two}
     *
     * @param frames addresses of frames in physical memory
     */
    long[] map(long[] frames);

    /**
     * Unmaps bus addresses.
     *
     * @param busAddresses that {@link #map} returned
     */
    void unmap(long[] busAddresses);

    /** {@return whether bus addresses differ from those of frames} */
    boolean isTranslating();
}
