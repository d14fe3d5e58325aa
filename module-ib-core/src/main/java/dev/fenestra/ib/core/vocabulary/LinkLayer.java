package dev.fenestra.ib.core.vocabulary;

/** What a port's link is; the number is that of verbs.h {@code IBV_LINK_LAYER_*}. */
public enum LinkLayer {
    UNSPECIFIED("Unspecified"),
    INFINIBAND("InfiniBand"),
    ETHERNET("Ethernet");

    private static final LinkLayer[] BY_CODE = values();

    private final String text;

    LinkLayer(String text) {
        this.text = text;
    }

    public int code() {
        return ordinal();
    }

    /** UNSPECIFIED for a number that means nothing. */
    public static LinkLayer of(int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : UNSPECIFIED;
    }

    @Override
    public String toString() {
        return text;
    }
}
