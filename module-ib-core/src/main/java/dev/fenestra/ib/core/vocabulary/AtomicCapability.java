package dev.fenestra.ib.core.vocabulary;

/** With whom a device's atomics are atomic; numbers as in verbs.h {@code ibv_atomic_cap}. */
public enum AtomicCapability {
    /** The device has none. */
    NONE(0),
    /** With atomics of the same device. */
    HCA(1),
    /** With those of processors and other devices, too. */
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
