package dev.fenestra.hw.sim.device;

/** What happened to an entry of the key table. */
public enum KeyChange {
    CREATED,
    MODIFIED,
    /** An mkey was given rights or a layout. */
    CONFIGURED,
    /** A fast-register region was given memory. */
    REGISTERED,
    BOUND,
    UNBOUND,
    INVALIDATED,
    DESTROYED
}
