package dev.fenestra.ib.core.spi;

/**
 * A range of a process's addresses that a device reaches without pinning (core/umem_odp.c). The range need not be
 * mapped.
 *
 * <p>A driver looks pages up in this order, so that no stale translation stays behind:
 *
 * <ol>
 *   <li>{@link #sequence}
 *   <li>{@link #fault} or {@link #present}
 *   <li>take the lock that the {@link InvalidationListener} takes, too; if {@link #isStale}, release it and begin
 * again, otherwise store the translations in the device and release it
 * </ol>
 *
 * <p>A page is 8 bytes: its bus address, and what the device may do there in the low bits. The bus address is valid
 * until the listener hears of the page, or the range is closed.
 */
public interface OnDemandRange extends AutoCloseable {
    /** Bit of a page that is present; the device may read. */
    long READ = 1;

    /** Bit of a page that the device may write. */
    long WRITE = 2;

    /** Mask of a page's bus address. */
    long BUS_ADDRESS = -1L << PinnedPages.PAGE_SHIFT;

    /**
     * {@return a number that changes with every invalidation in the range; to be read before the pages are looked up}
     */
    long sequence();

    /**
     * {@return whether an invalidation in the range has begun, or is still at work, since the number was read}
     *
     * @param sequence that {@link #sequence} returned before the pages were looked up
     */
    boolean isStale(long sequence);

    /**
     * Brings all pages of a part of the range into memory, as a touch does. Nothing is pinned, and nothing counts as
     * locked memory.
     *
     * @param address virtual address of the first byte
     * @param length bytes, more than 0
     * @param write the device will write
     * @return one entry per page that the part touches, in order; with {@link #WRITE} when writing was asked for
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException EFAULT outside the range, where nothing is mapped, or not
     *     writable while writing was asked for, or when the process has ended; ENOMEM when the host has no frames left
     */
    long[] fault(long address, long length, boolean write);

    /**
     * {@return the pages that are in memory already; it brings none in} An entry is 0 for a page that is not in memory,
     * or not writable although writing was asked for.
     *
     * @param address virtual address of the first byte
     * @param length bytes
     * @param write whether the device is to write
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException EFAULT outside the range
     */
    long[] present(long address, long length, boolean write);

    /**
     * {@return the first byte of a part whose page is in memory already; the end of the part when there is none} Pages
     * that are not in memory cost nothing, however many there are. A page that comes in or goes meanwhile may be
     * missed.
     *
     * @param address virtual address of the first byte
     * @param length bytes
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException EFAULT outside the range
     */
    long firstPresent(long address, long length);

    /** Ends the watch. Its listener is not called after that, and the device must use none of its pages. */
    @Override
    void close();
}
