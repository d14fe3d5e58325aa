package dev.fenestra.ib.core.spi;

/**
 * The part of a device that has QP 1, the general service interface of a port (IBA 3.9.3). The kernel's connection
 * manager sends and receives its datagrams there. A device without it has no RDMA CM.
 */
public interface GsiDevice extends NamedDevice {

    /**
     * Creates QP 1 of the port. It is a UD QP with the number 1, and the user half lays it out as any other. From then
     * on the thread that drives the wire also reads the events of this device, because no program waits for
     * connections. EOPNOTSUPP by default, ENOMEM when there is a QP 1 already.
     *
     * @param pd made by this driver
     * @param request what is asked for, checked against the limits; of type UD
     * @param udata bytes of the user half, and room for the answer
     * @return the QP
     */
    default DriverQp createGsi(DriverPd pd, QpRequest request, Udata udata) {
        throw Unsupported.operation(this, "QP 1");
    }

    /**
     * Runs work at a time on the device's clock or soon after it, on whatever thread, with no lock held. A virtual
     * clock does not jump past that time. EOPNOTSUPP by default.
     *
     * @param nanos time on the device's clock
     * @param work runs once; it must not wait
     */
    default void wakeAt(long nanos, Runnable work) {
        throw Unsupported.operation(this, "alarms");
    }
}
