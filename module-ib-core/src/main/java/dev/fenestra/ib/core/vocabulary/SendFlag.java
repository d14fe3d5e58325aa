package dev.fenestra.ib.core.vocabulary;

/** Bits of {@code send_flags}; values as in verbs.h {@code ibv_send_flags}. */
public final class SendFlag {
    /** Wait for earlier READs and atomics of this QP. */
    public static final int FENCE = 1;
    /** Make a completion although the QP does not signal every request. */
    public static final int SIGNALED = 2;
    /** Ask the receiver for a solicited event. */
    public static final int SOLICITED = 4;
    /** Copy the data at post time; no L_Key is needed. */
    public static final int INLINE = 8;

    private SendFlag() {}
}
