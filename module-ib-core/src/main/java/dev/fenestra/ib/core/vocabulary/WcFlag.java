package dev.fenestra.ib.core.vocabulary;

/** Bits of {@code wc_flags}; values as in verbs.h {@code ibv_wc_flags}. */
public final class WcFlag {
    /** A datagram carries a GRH, in the first 40 bytes of the receive. */
    public static final int GRH = 1;
    /** The completion carries immediate data. */
    public static final int WITH_IMM = 2;
    /** The completion carries the R_Key that the message has invalidated. */
    public static final int WITH_INV = 8;

    private WcFlag() {}
}
