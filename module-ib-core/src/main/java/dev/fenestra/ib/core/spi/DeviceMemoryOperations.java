package dev.fenestra.ib.core.spi;

/** Memory on the device itself, which programs allocate, map and register. */
@FunctionalInterface
public interface DeviceMemoryOperations extends DeviceOperations {

    /**
     * Allocates memory of the device itself, zeroed. ENOMEM when less is left, EINVAL for an alignment that the device
     * does not offer.
     *
     * @param context opened by this driver
     * @param length bytes, 1 to {@code max_dm_size}
     * @param logAlign log2 of the alignment of its first byte
     * @param udata back: how the user half maps it
     * @return the memory
     */
    default DriverDm allocDm(DriverContext context, long length, int logAlign, Udata udata) {
        throw Unsupported.operation(device(), "alloc_dm");
    }

    /**
     * Gives device memory back, of which no region is registered any more.
     *
     * @param dm made by this driver
     */
    default void freeDm(DriverDm dm) {
        throw Unsupported.operation(device(), "dealloc_dm");
    }

    /**
     * Registers a part of device memory, with addresses from 0 on. EINVAL for rights that such memory cannot give.
     *
     * @param pd made by this driver
     * @param dm made by this driver
     * @param offset of the first byte in the memory; the range lies inside
     * @param length bytes
     * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}, ZERO_BASED among them
     * @return the region
     */
    default DriverMr regDmMr(DriverPd pd, DriverDm dm, long offset, long length, int access) {
        throw Unsupported.operation(device(), "reg_dm_mr");
    }
}
