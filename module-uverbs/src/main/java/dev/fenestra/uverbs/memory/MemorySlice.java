package dev.fenestra.uverbs.memory;

/**
 * A piece of a region, for work requests ({@code ibv_sge}). The constructor does not check the range; the device
 * refuses a piece outside of the region. {@link MemoryRegion#slice} checks it.
 *
 * @param region the region of the bytes
 * @param address of the first byte in work requests
 * @param length bytes, less than 2^32 in a request; mlx5 takes less than 2^31 (EINVAL)
 */
public record MemorySlice(MemoryRegion region, long address, long length) {
    private static final long MAX_SGE_LENGTH = 0xffffffffL;

    /** Names the region by its handle, as refusals do. */
    @Override
    public String toString() {
        return "MemorySlice[region=" + region.name() + ", address=" + address + ", length=" + length + "]";
    }

    /** {@return the piece as a peer names it, with the region's R_Key} */
    public RemoteBuffer remote() {
        return new RemoteBuffer(address, length, region.rkey());
    }

    /**
     * {@return the length as a request carries it: 32 bits, unsigned}
     *
     * @throws IllegalArgumentException for 4 GiB and more
     */
    public int sgeLength() {
        if (length < 0 || length > MAX_SGE_LENGTH) {
            throw new IllegalArgumentException("a piece of a request has at most 4 GiB - 1, not " + length);
        }
        return (int) length;
    }

    /** {@return the address of its first byte in the program} */
    public long virtualAddress() {
        return region.virtualAddress(address);
    }
}
