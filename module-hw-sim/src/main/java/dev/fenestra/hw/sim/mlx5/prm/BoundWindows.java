package dev.fenestra.hw.sim.mlx5.prm;

/** Output of QUERY_BOUND_WINDOWS (ours): the windows bound to a region, as many as fit. */
public final class BoundWindows {
    /** Offset of the first window, bytes. */
    public static final int LIST_OFFSET = 0x10;
    /** Bytes of one window. */
    public static final int ENTRY_BYTES = 8;

    private static final Layout.Builder HEAD = Layout.of("bound_windows_out", LIST_OFFSET);
    private static final Layout.Builder ENTRY = Layout.of("bound_window", ENTRY_BYTES);

    /** Windows that follow; there may be more than fit. */
    public static final Field COUNT = HEAD.u32("count", 0x08);
    /** R_Key of the window. */
    public static final Field RKEY = ENTRY.u32("rkey", 0x00);
    /** The QP a window is tied to, or {@link MkeyContext#ANY_QPN}. */
    public static final Field QPN = ENTRY.bits("qpn", 0x04, 23, 0);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = HEAD.build();
    /** The fields of one window. */
    public static final Layout ENTRY_LAYOUT = ENTRY.build();

    private BoundWindows() {}
}
