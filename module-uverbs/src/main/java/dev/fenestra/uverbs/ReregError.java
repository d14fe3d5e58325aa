package dev.fenestra.uverbs;

/** Why a {@code rereg_mr} failed: verbs.h {@code ibv_rereg_mr_err_code}, with its numbers. */
public enum ReregError {
    /** The arguments do not go together; the kernel was not asked, and the region is what it was. */
    ERR_INPUT(-1),
    /** The new memory could not be kept from children; the region is what it was. */
    ERR_DONT_FORK_NEW(-2),
    /** The old memory could not be given to children again; the region is registered anew. */
    ERR_DO_FORK_OLD(-3),
    /** The kernel refused; a program that wants to be portable only closes the region. Here it is what it was. */
    ERR_CMD(-4),
    /** The same, and the new memory could not be given to children again. */
    ERR_CMD_AND_DO_FORK_NEW(-5);

    private final int code;

    ReregError(int code) {
        this.code = code;
    }

    /** {@return what {@code ibv_rereg_mr} returns} */
    public int code() {
        return code;
    }
}
