package dev.fenestra.ib.core.vocabulary;

/** How much a FLUSH flushes; numbers as in verbs.h {@code ibv_selectivity_level}. */
public enum SelectivityLevel {
    /** The range it names. */
    RANGE(0),
    /** The whole region, or window, that its key names. */
    MR(1);

    private final int code;

    SelectivityLevel(int code) {
        this.code = code;
    }

    /** {@return its number in verbs.h} */
    public int code() {
        return code;
    }
}
