package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.Gid;

/** The part of a device that has multicast groups of UD QPs. */
public interface MulticastDevice extends NamedDevice {

    /**
     * Attaches a UD QP to a group that it is not attached to. ENOMEM beyond the limits that the device announces,
     * EOPNOTSUPP by default.
     *
     * @param qp made by this driver
     * @param group the multicast GID
     */
    default void attachMcast(DriverQp qp, Gid group) {
        throw Unsupported.operation(this, "attach_mcast");
    }

    /**
     * Detaches a QP from a group that it is attached to. EOPNOTSUPP by default.
     *
     * @param qp made by this driver
     * @param group the multicast GID
     */
    default void detachMcast(DriverQp qp, Gid group) {
        throw Unsupported.operation(this, "detach_mcast");
    }
}
