package dev.fenestra.ib.core.spi;

import java.lang.foreign.MemorySegment;

/**
 * Device memory as the process has it mapped. Copies are loads and stores of the processor over the bus: EFAULT for a
 * range outside the allocated memory, then EINVAL for an offset or a length that is no multiple of 4 (p/mlx5
 * {@code mlx5_access_dm}).
 */
public interface UserDm {

    /**
     * {@code ibv_memcpy_to_dm}: copies a whole segment to an offset of the device memory.
     *
     * @param offset bytes from the beginning
     * @param source the bytes to copy
     */
    void write(long offset, MemorySegment source);

    /**
     * {@code ibv_memcpy_from_dm}: fills a whole segment from an offset of the device memory on.
     *
     * @param offset bytes from the beginning
     * @param target where the bytes go
     */
    void read(long offset, MemorySegment target);
}
