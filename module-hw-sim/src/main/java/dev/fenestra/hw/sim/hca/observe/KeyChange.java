package dev.fenestra.hw.sim.hca.observe;

/** What happened to an entry of the key table. */
public enum KeyChange {
    /** A region, window or mkey came into being. */
    CREATED,
    /** A region was re-registered. */
    MODIFIED,
    /** An mkey was given rights or a layout. */
    CONFIGURED,
    /** A fast-register region was given memory. */
    REGISTERED,
    /** A window was bound. */
    BOUND,
    /** A window was unbound: bound with length 0. */
    UNBOUND,
    /** A window, an mkey or a fast-register region was invalidated. */
    INVALIDATED,
    /** A region, window or mkey was destroyed. */
    DESTROYED
}
