package dev.fenestra.hw.sim.hca.protection;

/** The outcome of an access. */
public enum Outcome {
    /** The access may be made. The {@link Grant} has the memory. */
    GRANTED,
    /** A rule forbids the access. The {@link Grant} has the rule. */
    REFUSED,
    /** A page is missing. The host has got a page fault, and the access is tried again when the QP is resumed. */
    WAITS
}
