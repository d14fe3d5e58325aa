package dev.fenestra.tools.proof.oracle.program;

import java.util.Locale;

/** The two hosts of a program. */
public enum Side {
    ALICE,
    BOB;

    public Side peer() {
        return this == ALICE ? BOB : ALICE;
    }

    /** The host's name on the bench. */
    public String host() {
        return name().toLowerCase(Locale.ROOT);
    }
}
