package dev.fenestra.ib.core.vocabulary;

/** Path MTU: the largest payload of one packet; the number is that of verbs.h {@code ibv_mtu}. */
public enum Mtu {
    MTU_256,
    MTU_512,
    MTU_1024,
    MTU_2048,
    MTU_4096;

    private static final Mtu[] BY_CODE = values();

    /** The MTU of a code; {@link IllegalArgumentException} for one that means nothing. */
    public static Mtu of(int code) {
        if (code < 1 || code > BY_CODE.length) {
            throw new IllegalArgumentException("no MTU has code " + code);
        }
        return BY_CODE[code - 1];
    }

    /** 1 for 256 bytes up to 5 for 4096. */
    public int code() {
        return ordinal() + 1;
    }

    public int bytes() {
        return 128 << code();
    }
}
