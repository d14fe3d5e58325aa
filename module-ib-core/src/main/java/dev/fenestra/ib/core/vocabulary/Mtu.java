package dev.fenestra.ib.core.vocabulary;

/** Path MTU: the largest payload of one packet; the number is that of verbs.h {@code ibv_mtu}. */
public enum Mtu {
    /** Payloads of at most 256 bytes. */
    MTU_256,
    /** Payloads of at most 512 bytes. */
    MTU_512,
    /** Payloads of at most 1024 bytes. */
    MTU_1024,
    /** Payloads of at most 2048 bytes. */
    MTU_2048,
    /** Payloads of at most 4096 bytes. */
    MTU_4096;

    private static final Mtu[] BY_CODE = values();

    /**
     * {@return the MTU of a code; {@link IllegalArgumentException} for one that means nothing}
     *
     * @param code number of verbs.h
     */
    public static Mtu of(int code) {
        if (code < 1 || code > BY_CODE.length) {
            throw new IllegalArgumentException("no MTU has code " + code);
        }
        return BY_CODE[code - 1];
    }

    /** {@return 1 for 256 bytes up to 5 for 4096} */
    public int code() {
        return ordinal() + 1;
    }

    /** {@return the largest payload of a packet, bytes} */
    public int bytes() {
        return 128 << code();
    }
}
