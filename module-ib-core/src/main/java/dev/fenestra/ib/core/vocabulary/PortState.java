package dev.fenestra.ib.core.vocabulary;

import java.util.Arrays;

/** Logical state of a port; numbers as in verbs.h {@code ibv_port_state}. */
public enum PortState {
    /** Nothing is known. */
    NOP(0),
    /** The link is down. */
    DOWN(1),
    /** The link is up; nothing but management passes. */
    INIT(2),
    /** The port is about to become active. */
    ARMED(3),
    /** Data passes. */
    ACTIVE(4),
    /** Data passes, though the link has an error. */
    ACTIVE_DEFER(5);

    private final int code;

    PortState(int code) {
        this.code = code;
    }

    /** {@return its number in verbs.h} */
    public int code() {
        return code;
    }

    /**
     * NOP for a number that means nothing.
     *
     * @param code number of verbs.h
     * @return the state
     */
    public static PortState of(int code) {
        return Arrays.stream(values())
                .filter(one -> one.code == code)
                .findFirst()
                .orElse(NOP);
    }
}
