package dev.fenestra.hw.sim.mlx5.prm;

/** Output of QUERY_SPECIAL_CONTEXTS: keys that a device has from the start and that belong to no PD. */
public final class SpecialKeys {
    /** Size, bytes. */
    public static final int BYTES = 32;

    private static final Layout.Builder L = Layout.of("query_special_contexts_out", BYTES);

    /** The dump_fill_mkey: memory that discards what is written to it, for scatter lists. */
    public static final Field DUMP_FILL_MKEY = L.u32("dump_fill_mkey", 0x08);
    /** The same in layouts, also for reading: zeros. */
    public static final Field NULL_MKEY = L.u32("null_mkey", 0x10);
    /** Ends the list of a receive WQE. */
    public static final Field TERMINATE_MKEY = L.u32("terminate_scatter_list_mkey", 0x14);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    /** The null key. On our device, one key serves both uses. */
    public static final int NULL_KEY = 0x200;

    private SpecialKeys() {}
}
