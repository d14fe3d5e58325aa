package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.VerbsException;

/** The part of a device that knows multicast groups of UD QPs. */
public interface MulticastDevice {

    /** The name of the device. */
    String name();

    /**
     * Attaches a UD QP to a group that it is not attached to. ENOMEM beyond the limits that the device announces, EOPNOTSUPP by default.
     */
    default void attachMcast(DriverQp qp, Gid group) {
        throw new VerbsException(Errno.EOPNOTSUPP, SpiRule.UNSUPPORTED, name() + " has no attach_mcast");
    }

    /** Detaches a QP from a group that it is attached to. EOPNOTSUPP by default. */
    default void detachMcast(DriverQp qp, Gid group) {
        throw new VerbsException(Errno.EOPNOTSUPP, SpiRule.UNSUPPORTED, name() + " has no detach_mcast");
    }
}
