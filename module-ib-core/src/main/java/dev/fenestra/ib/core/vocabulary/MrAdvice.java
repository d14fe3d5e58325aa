package dev.fenestra.ib.core.vocabulary;

import java.util.Arrays;
import java.util.Optional;

/** Advice of a program about memory that it will use soon; numbers as in verbs.h {@code ibv_advise_mr_advice}. */
public enum MrAdvice {
    /** Bring the pages in, to be read. */
    PREFETCH(0),
    /** Bring the pages in, to be written. */
    PREFETCH_WRITE(1),
    /** Give the device the pages that are in memory; bring none in. */
    PREFETCH_NO_FAULT(2);

    /** Flag of {@code ibv_advise_mr}: return when it is done. */
    public static final int FLUSH = 1;

    private final int code;

    MrAdvice(int code) {
        this.code = code;
    }

    /** {@return its number in verbs.h} */
    public int code() {
        return code;
    }

    /**
     * {@return the advice with this number; empty for a number that means nothing}
     *
     * @param code number of verbs.h
     */
    public static Optional<MrAdvice> of(int code) {
        return Arrays.stream(values()).filter(advice -> advice.code == code).findFirst();
    }
}
