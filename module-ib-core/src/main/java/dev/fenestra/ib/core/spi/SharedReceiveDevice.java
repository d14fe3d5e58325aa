package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.SrqAttributes;

/** The part of a device that has shared receive queues and XRC. Every {@link RdmaDevice} is one. */
public interface SharedReceiveDevice extends NamedDevice {

    /** Creates a shared receive queue over the memory that udata describes. */
    default DriverSrq createSrq(DriverPd pd, SrqRequest request, Udata udata) {
        throw Unsupported.operation(this, "create_srq");
    }

    /**
     * Changes an SRQ: all that is asked or, with a refusal, nothing. EINVAL for a new size where the device has no
     * resize, or which has less room than receives are posted. Those that are posted stay, in their order.
     *
     * @param mask bits of {@link dev.fenestra.ib.core.vocabulary.SrqAttribute}; values of other bits mean nothing
     * @param udata of the user half's new ring
     */
    default void modifySrq(DriverSrq srq, int mask, int maxWr, int limit, Udata udata) {
        throw Unsupported.operation(this, "modify_srq");
    }

    /** Capacity and limit of an SRQ at this moment. */
    default SrqAttributes querySrq(DriverSrq srq) {
        throw Unsupported.operation(this, "query_srq");
    }

    /** Ends an SRQ; no QP takes receives from it any more. */
    default void destroySrq(DriverSrq srq) {
        throw Unsupported.operation(this, "destroy_srq");
    }

    /** Creates an XRC domain. */
    default DriverXrcd allocXrcd() {
        throw Unsupported.operation(this, "alloc_xrcd");
    }

    /** Ends an XRC domain; no SRQ and no target is of it any more. */
    default void deallocXrcd(DriverXrcd domain) {
        throw Unsupported.operation(this, "dealloc_xrcd");
    }

    /**
     * Creates an SRQ that the peers of an XRC domain name by number.
     *
     * @param cq where its receives complete
     */
    default DriverSrq createXrcSrq(DriverPd pd, DriverXrcd domain, DriverCq cq, SrqRequest request, Udata udata) {
        throw Unsupported.operation(this, "create_srq for XRC");
    }

    /** Creates the QP that takes the requests of an XRC peer for the SRQs of a domain. */
    default DriverQp createXrcTarget(DriverXrcd domain, Udata udata) {
        throw Unsupported.operation(this, "create_qp for XRC");
    }
}
