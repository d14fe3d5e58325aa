package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.Gid;

/** What only datagrams need: address handles, and the multicast groups of UD QPs. */
@FunctionalInterface
public interface DatagramOperations extends DeviceOperations {

    /**
     * Resolves the path of an address handle, checked but for the GID index; the answer is for the user half.
     *
     * @param pd made by this driver
     * @param attributes the path
     * @param udata bytes of the user half, and room for the answer
     * @return the address handle
     */
    default DriverAh createAh(DriverPd pd, AhAttributes attributes, Udata udata) {
        throw Unsupported.operation(device(), "create_ah");
    }

    /**
     * Ends an address handle.
     *
     * @param ah made by this driver
     */
    default void destroyAh(DriverAh ah) {
        throw Unsupported.operation(device(), "destroy_ah");
    }

    /**
     * Attaches a UD QP to a group that it is not attached to. ENOMEM beyond the limits that the device announces,
     * EOPNOTSUPP by default.
     *
     * @param qp made by this driver
     * @param group the multicast GID
     */
    default void attachMcast(DriverQp qp, Gid group) {
        throw Unsupported.operation(device(), "attach_mcast");
    }

    /**
     * Detaches a QP from a group that it is attached to. EOPNOTSUPP by default.
     *
     * @param qp made by this driver
     * @param group the multicast GID
     */
    default void detachMcast(DriverQp qp, Gid group) {
        throw Unsupported.operation(device(), "detach_mcast");
    }
}
