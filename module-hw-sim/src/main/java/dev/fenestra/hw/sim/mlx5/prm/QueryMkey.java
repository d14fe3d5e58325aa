package dev.fenestra.hw.sim.mlx5.prm;

/** Output of QUERY_MKEY: the mkey context, followed by what a window is bound to (ours). */
public final class QueryMkey {
    /** Size, bytes. */
    public static final int BYTES = 0x110;
    /** Offset of the {@link MkeyContext}, bytes. */
    public static final int MKEY_OFFSET = 0x10;

    private static final Layout.Builder L = Layout.of("query_mkey_out", BYTES);

    /** Ours: L_Key of the region that a window is bound to. */
    public static final Field BOUND_LKEY = L.u32("bound_lkey", 0x60);
    /** Ours: address of a window's first byte in its region. */
    public static final Field BOUND_ADDRESS = L.u64("bound_address", 0x68);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    private QueryMkey() {}
}
