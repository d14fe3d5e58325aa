package dev.fenestra.ib.core.vocabulary;

/** Bits of {@code wc_flags}; values as in verbs.h {@code ibv_wc_flags}. */
public final class WcFlag {
    public static final int GRH = 1;
    public static final int WITH_IMM = 2;
    public static final int WITH_INV = 8;

    private WcFlag() {}
}
