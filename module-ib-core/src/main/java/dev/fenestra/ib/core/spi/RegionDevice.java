package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.MrAdvice;
import dev.fenestra.ib.core.vocabulary.OdpCapabilities;

/**
 * The part of a device that registers memory: regions of all kinds, and memory of the device itself. Every {@link
 * RdmaDevice} is one.
 */
public interface RegionDevice extends NamedDevice {

    /**
     * Registers pinned pages.
     *
     * @param pd made by this driver
     * @param pages pinned for the region
     * @param iova address by which work requests will name the first byte
     * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}, checked
     * @param bound the region's ledger cell; lives until {@link #deregMr} returned
     * @return the region
     */
    DriverMr regMr(DriverPd pd, PinnedPages pages, long iova, int access, LedgerCell bound);

    /**
     * The same with bytes of the user half. The kernel calls this one. The default is for a driver whose halves
     * exchange nothing here.
     *
     * @param pd made by this driver
     * @param pages pinned for the region
     * @param iova address by which work requests will name the first byte
     * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}, checked
     * @param bound the region's ledger cell; lives until {@link #deregMr} returned
     * @param udata bytes of the user half, and room for the answer; none for a region of the kernel, and when a
     *     {@code rereg_mr} makes the region anew
     * @return the region
     */
    default DriverMr regMr(DriverPd pd, PinnedPages pages, long iova, int access, LedgerCell bound, Udata udata) {
        return regMr(pd, pages, iova, access, bound);
    }

    /**
     * Changes a region completely, or, with a refusal, not at all. While a window is bound to it, EBUSY for a change of
     * translation or PD, and for the loss of MW_BIND or LOCAL_WRITE. The kernel has looked at the ledger before; the
     * device decides.
     *
     * @param mr made by this driver
     * @param change what becomes of it, and what stays
     * @return the region as it is now: with its old keys or with new ones; new keys begin after the old ones have ended
     */
    default DriverMr reregMr(DriverMr mr, RegionChange change) {
        throw Unsupported.operation(this, "rereg_user_mr");
    }

    /** {@return what the device can do with memory that is not pinned} */
    default OdpCapabilities odp() {
        return OdpCapabilities.NONE;
    }

    /**
     * Registers memory without pinning it. The driver brings pages in, through {@link AddressSpace#watch}, when the
     * device needs them. EOVERFLOW for a range that wraps. The region is never changed; {@link #deregMr} ends it.
     *
     * @param pd made by this driver
     * @param request what is asked for, checked against the limits
     * @param bound the region's ledger cell; lives until {@link #deregMr} returned
     * @return the region
     */
    default DriverMr regOnDemand(DriverPd pd, OnDemandRequest request, LedgerCell bound) {
        throw Unsupported.operation(this, "on-demand paging");
    }

    /**
     * The same with bytes of the user half, as for
     * {@link #regMr(DriverPd, PinnedPages, long, int, LedgerCell, Udata)}.
     *
     * @param pd made by this driver
     * @param request what is asked for, checked against the limits
     * @param bound the region's ledger cell; lives until {@link #deregMr} returned
     * @param udata bytes of the user half, and room for the answer
     * @return the region
     */
    default DriverMr regOnDemand(DriverPd pd, OnDemandRequest request, LedgerCell bound, Udata udata) {
        return regOnDemand(pd, request, bound);
    }

    /** {@return whether it imports dma-bufs: {@link #regDmaBuf}} */
    default boolean importsDmaBufs() {
        return false;
    }

    /**
     * Registers a part of an exporter's buffer. Its pages may move at any time. The driver attaches itself to the
     * buffer and closes the range when {@link #deregMr} ends the region. The region is never changed.
     *
     * @param pd made by this driver
     * @param buffer the exporter's buffer
     * @param request address is the offset in the buffer; not the whole address space
     * @param bound the region's ledger cell; lives until {@link #deregMr} returned
     * @return the region
     */
    default DriverMr regDmaBuf(DriverPd pd, DmaBufSource buffer, OnDemandRequest request, LedgerCell bound) {
        throw Unsupported.operation(this, "reg_user_mr_dmabuf");
    }

    /**
     * Brings pages of an on-demand region in ahead of their use. EFAULT where nothing is mapped, except with
     * PREFETCH_NO_FAULT.
     *
     * @param mr made by this driver
     * @param advice read only, to be written, or read without a fault
     * @param address as work requests name it, in the region
     * @param length bytes, more than 0
     */
    default void adviseMr(DriverMr mr, MrAdvice advice, long address, long length) {
        throw Unsupported.operation(this, "advise_mr");
    }

    /**
     * Allocates a fast-register region, without memory and rights. REG_MR requests give it both.
     *
     * @param pd made by this driver
     * @param maxPages pages it may have, 1 to the device's {@code max_fast_reg_page_list_len}
     * @param bound the region's ledger cell
     * @param udata bytes of the user half, and room for the answer
     * @return the region
     */
    default DriverMr allocMr(DriverPd pd, int maxPages, LedgerCell bound, Udata udata) {
        throw Unsupported.operation(this, "alloc_mr");
    }

    /**
     * Registers pinned pages for REG_MR requests, under a key that gives no access. Such a request names pages by this
     * key and their addresses in the process, never by bus addresses.
     *
     * @param pd made by this driver
     * @param pages whole pages
     * @param users the list's ledger cell: counts the regions registered over it
     * @return the region
     */
    default DriverMr regPages(DriverPd pd, PinnedPages pages, LedgerCell users) {
        throw Unsupported.operation(this, "page lists");
    }

    /**
     * Registers the memory of another region once more, with keys, PD and rights of its own. The default registers the
     * pages again, for a device that cannot share translations.
     *
     * @param other made by this driver
     * @param pd made by this driver
     * @param pages of the other region; they stay pinned until both are gone
     * @param iova address by which requests name the first byte
     * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}
     * @param bound counts the windows that are bound to the region; the device writes it
     * @return the region
     */
    default DriverMr shareMr(DriverMr other, DriverPd pd, PinnedPages pages, long iova, int access, LedgerCell bound) {
        return regMr(pd, pages, iova, access, bound);
    }

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
        throw Unsupported.operation(this, "alloc_dm");
    }

    /**
     * Gives device memory back, of which no region is registered any more.
     *
     * @param dm made by this driver
     */
    default void freeDm(DriverDm dm) {
        throw Unsupported.operation(this, "dealloc_dm");
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
        throw Unsupported.operation(this, "reg_dm_mr");
    }

    /**
     * Ends a region or a page list; EBUSY while the device knows a window bound to it, or a region registered over it.
     *
     * @param mr made by this driver
     */
    void deregMr(DriverMr mr);
}
