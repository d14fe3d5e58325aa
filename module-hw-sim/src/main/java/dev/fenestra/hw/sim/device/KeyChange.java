package dev.fenestra.hw.sim.device;

/** What happened to an entry of the key table. */
public enum KeyChange {
    CREATED,
    MODIFIED,
    BOUND,
    UNBOUND,
    INVALIDATED,
    DESTROYED
}
