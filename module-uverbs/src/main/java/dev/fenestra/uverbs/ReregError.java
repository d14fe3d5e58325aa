package dev.fenestra.uverbs;

/** Why a {@code rereg_mr} failed: what can occur here of verbs.h {@code ibv_rereg_mr_err_code}, with its numbers. */
public enum ReregError {
    /** The arguments do not go together; the kernel was not asked, and the region is what it was. */
    ERR_INPUT(-1),
    /** The kernel refused; a program that wants to be portable only closes the region. Here it is what it was. */
    ERR_CMD(-4);

    private final int code;

    ReregError(int code) {
        this.code = code;
    }

    /** What {@code ibv_rereg_mr} returns. */
    public int code() {
        return code;
    }
}
