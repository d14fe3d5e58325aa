package dev.fenestra.ib.core.vocabulary;

/** What a port's link is; the number is that of verbs.h {@code IBV_LINK_LAYER_*}. */
public enum LinkLayer {
    /** Unknown. */
    UNSPECIFIED("Unspecified"),
    /** InfiniBand. */
    INFINIBAND("InfiniBand"),
    /** RoCE. */
    ETHERNET("Ethernet");

    private static final LinkLayer[] BY_CODE = values();

    private final String text;

    LinkLayer(String text) {
        this.text = text;
    }

    /** {@return its number in verbs.h} */
    public int code() {
        return ordinal();
    }

    /**
     * UNSPECIFIED for a number that means nothing.
     *
     * @param code number of verbs.h
     * @return the link layer
     */
    public static LinkLayer of(int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : UNSPECIFIED;
    }

    @Override
    public String toString() {
        return text;
    }
}
