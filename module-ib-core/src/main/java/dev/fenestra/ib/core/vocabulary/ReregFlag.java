package dev.fenestra.ib.core.vocabulary;

/** What a {@code rereg_mr} changes; values as in verbs.h {@code ibv_rereg_mr_flags}. */
public final class ReregFlag {
    /** The memory, and the address that names its first byte. */
    public static final int CHANGE_TRANSLATION = 1;

    /** The region moves to another PD. */
    public static final int CHANGE_PD = 2;
    /** The region gets other rights. */
    public static final int CHANGE_ACCESS = 4;
    /** All defined bits. */
    public static final int ALL = CHANGE_TRANSLATION | CHANGE_PD | CHANGE_ACCESS;

    private ReregFlag() {}
}
