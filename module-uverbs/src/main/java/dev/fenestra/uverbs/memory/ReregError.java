package dev.fenestra.uverbs.memory;

/** Why a {@code rereg_mr} failed: verbs.h {@code ibv_rereg_mr_err_code}, with its numbers. */
public enum ReregError {
    /** The arguments do not fit together. The kernel was not called, and the region is unchanged. */
    ERR_INPUT(-1),
    /** The new memory could not be hidden from children. The region is unchanged. */
    ERR_DONT_FORK_NEW(-2),
    /** Children could not get the old memory back. The region has its new registration. */
    ERR_DO_FORK_OLD(-3),
    /** The kernel refused. Here the region is unchanged; a portable program can only close it. */
    ERR_CMD(-4),
    /** The kernel refused, and children could not get the new memory back. */
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
