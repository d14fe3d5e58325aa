package dev.fenestra.hw.sim.engine.protection;

/** What becomes of an access that was asked for. */
public enum Outcome {
    /** It may be made; the {@link Grant} says where it leads. */
    GRANTED,
    /** A rule forbids it; the {@link Grant} says which. */
    REFUSED,
    /** A page is not there yet. The host has been told, and the access is to be tried again when the QP is resumed. */
    WAITS
}
