package dev.fenestra.ib.core.vocabulary;

import java.util.Arrays;

/** What a port's link is; numbers as in verbs.h {@code IBV_LINK_LAYER_*}. */
public enum LinkLayer {
    /** Unknown. */
    UNSPECIFIED(0, "Unspecified"),
    /** InfiniBand. */
    INFINIBAND(1, "InfiniBand"),
    /** RoCE. */
    ETHERNET(2, "Ethernet");

    private final int code;
    private final String text;

    LinkLayer(int code, String text) {
        this.code = code;
        this.text = text;
    }

    /** {@return its number in verbs.h} */
    public int code() {
        return code;
    }

    /**
     * UNSPECIFIED for a number that means nothing.
     *
     * @param code number of verbs.h
     * @return the link layer
     */
    public static LinkLayer of(int code) {
        return Arrays.stream(values())
                .filter(one -> one.code == code)
                .findFirst()
                .orElse(UNSPECIFIED);
    }

    @Override
    public String toString() {
        return text;
    }
}
