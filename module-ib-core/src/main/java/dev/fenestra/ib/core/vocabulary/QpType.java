package dev.fenestra.ib.core.vocabulary;

/** Transport service of a QP; numbers as in verbs.h {@code ibv_qp_type}. */
public enum QpType {
    RC(2),
    UC(3),
    UD(4);

    private final int code;

    QpType(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }
}
