package dev.fenestra.ib.core.spi;

/** A process's memory as the kernel sees it: user memory that can be pinned for devices. */
public interface AddressSpace extends UserMemory {

    /**
     * Pins the pages of a range: they stay where they are, and stay allocated, until unpinned.
     *
     * @param address first byte, need not be page-aligned
     * @param length bytes, more than 0
     * @param writable the device will write
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException EINVAL for an empty or wrapping range, EFAULT where nothing is mapped
     *     (core/umem.c)
     */
    PinnedPages pin(long address, long length, boolean writable);

    void unpin(PinnedPages pages);
}
