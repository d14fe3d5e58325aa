package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.MrAdvice;
import dev.fenestra.ib.core.vocabulary.OdpCapabilities;

/** Regions whose memory is not pinned: on-demand paging, and buffers of other devices. */
@FunctionalInterface
public interface OnDemandOperations extends DeviceOperations {

    /** {@return what the device can do with memory that is not pinned} */
    default OdpCapabilities odp() {
        return OdpCapabilities.NONE;
    }

    /**
     * Registers memory without pinning it. The driver brings pages in, through {@link AddressSpace#watch}, when the
     * device needs them. EOVERFLOW for a range that wraps. The region is never changed;
     * {@link RegionOperations#deregMr} ends it.
     *
     * @param pd made by this driver
     * @param request what is asked for, checked against the limits
     * @param bound the region's ledger cell; lives until {@link RegionOperations#deregMr} returned
     * @return the region
     */
    default DriverMr regOnDemand(DriverPd pd, OnDemandRequest request, LedgerCell bound) {
        throw Unsupported.operation(device(), "on-demand paging");
    }

    /**
     * The same with bytes of the user half, as for
     * {@link RegionOperations#regMr(DriverPd, PinnedPages, long, int, LedgerCell, Udata)}.
     *
     * @param pd made by this driver
     * @param request what is asked for, checked against the limits
     * @param bound the region's ledger cell; lives until {@link RegionOperations#deregMr} returned
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
     * buffer and closes the range when {@link RegionOperations#deregMr} ends the region. The region is never changed.
     *
     * @param pd made by this driver
     * @param buffer the exporter's buffer
     * @param request address is the offset in the buffer; not the whole address space
     * @param bound the region's ledger cell; lives until {@link RegionOperations#deregMr} returned
     * @return the region
     */
    default DriverMr regDmaBuf(DriverPd pd, DmaBufSource buffer, OnDemandRequest request, LedgerCell bound) {
        throw Unsupported.operation(device(), "reg_user_mr_dmabuf");
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
        throw Unsupported.operation(device(), "advise_mr");
    }
}
