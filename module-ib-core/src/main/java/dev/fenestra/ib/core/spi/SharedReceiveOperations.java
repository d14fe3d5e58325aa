package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.SrqAttributes;

/** Shared receive queues, and the domains of XRC. */
@FunctionalInterface
public interface SharedReceiveOperations extends DeviceOperations {

    /**
     * Creates a shared receive queue over the memory that udata describes.
     *
     * @param pd made by this driver
     * @param request what is asked for, checked against the limits
     * @param udata bytes of the user half, and room for the answer
     * @return the SRQ
     */
    default DriverSrq createSrq(DriverPd pd, SrqRequest request, Udata udata) {
        throw Unsupported.operation(device(), "create_srq");
    }

    /**
     * Changes an SRQ completely, or, with a refusal, not at all. EINVAL for a new size when the device cannot resize,
     * or when it has less room than there are posted receives. Posted receives stay, in their order.
     *
     * @param srq made by this driver
     * @param mask bits of {@link dev.fenestra.ib.core.vocabulary.SrqAttribute}; values of other bits mean nothing
     * @param maxWr receives that it must have room for
     * @param limit event SRQ_LIMIT_REACHED comes when fewer receives are left; 0 for no limit
     * @param udata of the user half's new ring
     */
    default void modifySrq(DriverSrq srq, int mask, int maxWr, int limit, Udata udata) {
        throw Unsupported.operation(device(), "modify_srq");
    }

    /**
     * {@return capacity and limit of an SRQ at this moment}
     *
     * @param srq made by this driver
     */
    default SrqAttributes querySrq(DriverSrq srq) {
        throw Unsupported.operation(device(), "query_srq");
    }

    /**
     * Ends an SRQ, from which no QP takes receives any more.
     *
     * @param srq made by this driver
     */
    default void destroySrq(DriverSrq srq) {
        throw Unsupported.operation(device(), "destroy_srq");
    }

    /**
     * Creates an XRC domain.
     *
     * @return the domain
     */
    default DriverXrcd allocXrcd() {
        throw Unsupported.operation(device(), "alloc_xrcd");
    }

    /**
     * Ends an XRC domain, which has no SRQ and no target any more.
     *
     * @param domain made by this driver
     */
    default void deallocXrcd(DriverXrcd domain) {
        throw Unsupported.operation(device(), "dealloc_xrcd");
    }

    /**
     * Creates an SRQ that the peers of an XRC domain name by number.
     *
     * @param pd made by this driver
     * @param domain made by this driver
     * @param cq where its receives complete
     * @param request what is asked for, checked against the limits
     * @param udata bytes of the user half, and room for the answer
     * @return the SRQ
     */
    default DriverSrq createXrcSrq(DriverPd pd, DriverXrcd domain, DriverCq cq, SrqRequest request, Udata udata) {
        throw Unsupported.operation(device(), "create_srq for XRC");
    }
}
