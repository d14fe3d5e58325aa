package dev.fenestra.ib.core.vocabulary;

/**
 * Against which other accesses a device's atomics are atomic; numbers as in verbs.h
 * {@code ibv_atomic_cap}.
 */
public enum AtomicCapability {
    /** The device has none. */
    NONE(0),
    /** Atomics of the same device. */
    HCA(1),
    /** Accesses of processors and of other devices as well. */
    GLOBAL(2);

    private final int code;

    AtomicCapability(int code) {
        this.code = code;
    }

    /** {@return its number in verbs.h} */
    public int code() {
        return code;
    }
}
