package dev.fenestra.ib.core.spi;

/**
 * The object that a vendor's own call is about. The kernel has found it by its handle, checked that it is the caller's,
 * and keeps it alive during the call.
 */
public sealed interface VendorSubject {

    /** Which kind of object a handle names. */
    enum Kind {
        /** Protection domain. */
        PD,
        /** Memory region. */
        MR,
        /** Memory window. */
        MW,
        /** Device memory. */
        DM,
        /** Completion queue. */
        CQ,
        /** Queue pair. */
        QP,
        /** Shared receive queue. */
        SRQ,
        /** Address handle. */
        AH,
        /** Object of a kind that only the vendor knows. */
        OBJECT
    }

    /**
     * A protection domain.
     *
     * @param driver made by this driver
     */
    record Pd(DriverPd driver) implements VendorSubject {}

    /**
     * A memory region.
     *
     * @param driver made by this driver
     */
    record Mr(DriverMr driver) implements VendorSubject {}

    /**
     * A memory window.
     *
     * @param driver made by this driver
     */
    record Mw(DriverMw driver) implements VendorSubject {}

    /**
     * Device memory.
     *
     * @param driver made by this driver
     */
    record Dm(DriverDm driver) implements VendorSubject {}

    /**
     * A completion queue.
     *
     * @param driver made by this driver
     */
    record Cq(DriverCq driver) implements VendorSubject {}

    /**
     * A queue pair.
     *
     * @param driver made by this driver
     */
    record Qp(DriverQp driver) implements VendorSubject {}

    /**
     * A shared receive queue.
     *
     * @param driver made by this driver
     */
    record Srq(DriverSrq driver) implements VendorSubject {}

    /**
     * An address handle.
     *
     * @param driver made by this driver
     */
    record Ah(DriverAh driver) implements VendorSubject {}

    /**
     * An object of a kind that only the vendor knows.
     *
     * @param driver made by this driver
     */
    record Own(DriverObject driver) implements VendorSubject {}
}
