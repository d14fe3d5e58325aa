package dev.fenestra.ib.core.vocabulary;

import java.util.Arrays;

/** Path MTU: the largest payload of one packet; numbers as in verbs.h {@code ibv_mtu}. */
public enum Mtu {
    /** Payloads of at most 256 bytes. */
    MTU_256(1),
    /** Payloads of at most 512 bytes. */
    MTU_512(2),
    /** Payloads of at most 1024 bytes. */
    MTU_1024(3),
    /** Payloads of at most 2048 bytes. */
    MTU_2048(4),
    /** Payloads of at most 4096 bytes. */
    MTU_4096(5);

    private final int code;

    Mtu(int code) {
        this.code = code;
    }

    /**
     * {@return the MTU of a code; {@link IllegalArgumentException} for one that means nothing}
     *
     * @param code number of verbs.h
     */
    public static Mtu of(int code) {
        return Arrays.stream(values())
                .filter(mtu -> mtu.code == code)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no MTU has code " + code));
    }

    /** {@return 1 for 256 bytes up to 5 for 4096} */
    public int code() {
        return code;
    }

    /** {@return the largest payload of a packet, bytes} */
    public int bytes() {
        return 128 << code();
    }
}
