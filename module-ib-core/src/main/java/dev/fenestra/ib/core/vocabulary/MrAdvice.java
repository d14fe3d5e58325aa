package dev.fenestra.ib.core.vocabulary;

/** Advice of a program about memory that it will use soon; numbers as in verbs.h {@code ibv_advise_mr_advice}. */
public enum MrAdvice {
    /** Bring the pages in, to be read. */
    PREFETCH,
    /** Bring the pages in, to be written. */
    PREFETCH_WRITE,
    /** Give the device the pages that are in memory; bring none in. */
    PREFETCH_NO_FAULT;

    /** Flag of {@code ibv_advise_mr}: return when it is done. */
    public static final int FLUSH = 1;

    /** {@return its number in verbs.h} */
    public int code() {
        return ordinal();
    }
}
