package dev.fenestra.ib.core.vocabulary;

/** Logical state of a port; the number is that of verbs.h {@code ibv_port_state}. */
public enum PortState {
    NOP,
    DOWN,
    INIT,
    ARMED,
    ACTIVE,
    ACTIVE_DEFER;

    private static final PortState[] BY_CODE = values();

    public int code() {
        return ordinal();
    }

    /** NOP for a number that means nothing. */
    public static PortState of(int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : NOP;
    }
}
