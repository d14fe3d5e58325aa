package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.Arrays;

/** A process's memory as the kernel sees it. The kernel can pin it for devices, or watch it for them. */
public interface AddressSpace extends UserMemory {
    /** Bytes of address space that a process may use, from address 0 on. */
    long USER_BYTES = 1L << 47;

    /**
     * Pins the pages of a range: they stay where they are, and stay allocated, until unpinned.
     *
     * @param address first byte, need not be page-aligned
     * @param length bytes, more than 0
     * @param writable the device will write
     * @return the pages, to be given to {@link #unpin}
     * @throws VerbsException EINVAL for an empty or wrapping range, EPERM when the process may not lock memory, ENOMEM
     *     beyond its RLIMIT_MEMLOCK or without frames, EFAULT when a page is not mapped, or not writable although the
     *     device will write (core/umem.c)
     */
    PinnedPages pin(long address, long length, boolean writable);

    /**
     * Gives a pin back; the device must have stopped using the pages.
     *
     * @param pages pinned by this process
     */
    void unpin(PinnedPages pages);

    /**
     * {@return whether a pin has not been given back}
     *
     * @param pages pinned by this process
     */
    default boolean isPinned(PinnedPages pages) {
        return true;
    }

    /**
     * {@return pages of a pin that the process has unmapped since: only the pin still holds them} The default is 0, for
     * memory that cannot tell.
     *
     * @param pages pinned by this process
     */
    default long abandoned(PinnedPages pages) {
        return 0;
    }

    /**
     * {@return whether the process is another program} A device does not notice the stores of such a program, not even
     * those to its own mapped pages. It must look at the memory.
     */
    default boolean isForeign() {
        return false;
    }

    /**
     * Runs work that brings pages in. Another program may take long to answer, or never do it: its work runs on a
     * thread of its own, so that nobody else waits. Other work has been done at return.
     *
     * @param work calls {@link OnDemandRange#fault}
     */
    default void runPaging(Runnable work) {
        work.run();
    }

    /**
     * {@return whether two pins hold the same pages}
     *
     * @param one pages of this process
     * @param other pages of this process
     */
    default boolean isSame(PinnedPages one, PinnedPages other) {
        return Arrays.equals(one.busAddresses(), other.busAddresses());
    }

    /**
     * Watches a range for a device that does not pin (on-demand paging). The range need not be mapped yet. The whole
     * address space begins at 0 and has {@link #USER_BYTES} bytes.
     *
     * <p>The begin and the end of a watch wait for a change of the mappings that is under way. So call neither while
     * holding a lock that the listener takes.
     *
     * @param address virtual address of the first byte
     * @param length bytes
     * @param listener told before a translation in the range goes away
     * @return the range, watched until it is closed
     * @throws VerbsException EINVAL for an empty range, EOVERFLOW for one that wraps (core/umem_odp.c), EOPNOTSUPP by
     *     default
     */
    default OnDemandRange watch(long address, long length, InvalidationListener listener) {
        throw new VerbsException(SpiRule.UNSUPPORTED, "no memory that can be watched");
    }

    /**
     * {@return zeroed kernel memory that the process can map through the device that it has opened} The kernel takes
     * back what the driver has not given back when the device is closed.
     *
     * @param bytes more than 0; rounded up to whole pages
     * @throws VerbsException ENOMEM when the host has no such memory left, EOPNOTSUPP by default
     */
    default LentMemory lend(long bytes) {
        throw new VerbsException(SpiRule.UNSUPPORTED, "no kernel memory to map");
    }

    /**
     * {@return whether any byte of a range lies in the memory of another device (PeerDirect)}
     *
     * @param address virtual address of the first byte
     * @param length bytes
     */
    default boolean isPeer(long address, long length) {
        return false;
    }

    /**
     * log2 of the page size of the mapping at an address: 12, or 21 for huge pages; 0 where nothing is mapped.
     *
     * @param address virtual address of the first byte
     * @return 12, 21, or 0 for nothing
     */
    default int pageShift(long address) {
        return contiguous(address) == 0 ? 0 : PinnedPages.PAGE_SHIFT;
    }
}
