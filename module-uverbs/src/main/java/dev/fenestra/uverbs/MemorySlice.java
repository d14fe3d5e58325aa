package dev.fenestra.uverbs;

/**
 * A piece of a region, for work requests. The constructor checks nothing, as {@code ibv_sge} does not: the device
 * refuses a piece that lies outside. {@link MemoryRegion#slice} checks.
 *
 * @param region the region that the bytes lie in
 * @param address as work requests name it
 * @param length bytes, less than 2^32 in a request
 */
public record MemorySlice(MemoryRegion region, long address, long length) {
    private static final long MAX_SGE_LENGTH = 0xffffffffL;

    /** {@return the piece as a peer names it, with the region's R_Key} */
    public RemoteBuffer remote() {
        return new RemoteBuffer(address, length, region.rkey());
    }

    /** The length as an element of a request carries it: 32 bits, unsigned. */
    int sgeLength() {
        if (length < 0 || length > MAX_SGE_LENGTH) {
            throw new IllegalArgumentException("a piece of a request has at most 4 GiB - 1, not " + length);
        }
        return (int) length;
    }

    long virtualAddress() {
        return region.virtualAddress(address);
    }
}
