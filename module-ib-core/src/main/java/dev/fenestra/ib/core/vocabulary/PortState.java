package dev.fenestra.ib.core.vocabulary;

/** Logical state of a port; the number is that of verbs.h {@code ibv_port_state}. */
public enum PortState {
    /** Nothing is known. */
    NOP,
    /** The link is down. */
    DOWN,
    /** The link is up; nothing but management passes. */
    INIT,
    /** The port is about to become active. */
    ARMED,
    /** Data passes. */
    ACTIVE,
    /** Data passes, though the link has an error. */
    ACTIVE_DEFER;

    private static final PortState[] BY_CODE = values();

    /** {@return its number in verbs.h} */
    public int code() {
        return ordinal();
    }

    /**
     * NOP for a number that means nothing.
     *
     * @param code number of verbs.h
     * @return the state
     */
    public static PortState of(int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : NOP;
    }
}
