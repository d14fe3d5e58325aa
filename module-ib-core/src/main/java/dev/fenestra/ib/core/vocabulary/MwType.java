package dev.fenestra.ib.core.vocabulary;

import java.util.Arrays;
import java.util.Optional;

/**
 * Kind of a memory window; numbers as in verbs.h {@code ibv_mw_type}. Whether type 2 means 2A or 2B is the device's
 * choice.
 */
public enum MwType {
    /** Bound by a verb, tied to a PD. */
    TYPE_1(1),
    /** Bound by a work request, tied to a QP (2A) or to a PD and a QP (2B). */
    TYPE_2(2);

    private final int code;

    MwType(int code) {
        this.code = code;
    }

    /** {@return its number in verbs.h} */
    public int code() {
        return code;
    }

    /**
     * {@return the type with this number, if there is one}
     *
     * @param code number of verbs.h
     */
    public static Optional<MwType> of(int code) {
        return Arrays.stream(values()).filter(type -> type.code == code).findFirst();
    }
}
