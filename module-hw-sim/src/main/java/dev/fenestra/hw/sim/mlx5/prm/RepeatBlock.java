package dev.fenestra.hw.sim.mlx5.prm;

/** Heads the list of an interleaved mkey: its entries, taken in turn, are repeated. */
public final class RepeatBlock {
    /** Size, bytes. */
    public static final int BYTES = 16;

    private static final Layout.Builder L = Layout.of("repeat_block", BYTES);

    /** Bytes of one repetition, all entries together. */
    public static final Field BYTE_COUNT = L.u32("byte_count", 0x00);
    /** Always {@link #REPEAT}; stands where a list entry has its L_Key. */
    public static final Field OPERATION = L.u32("op", 0x04);

    /** How often all entries are taken, at least 1. */
    public static final Field REPEAT_COUNT = L.u32("repeat_count", 0x08);
    /** Number of {@link RepeatEntry}s that follow. */
    public static final Field ENTRIES = L.bits("num_ent", 0x0c, 15, 0);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    /** {@link #OPERATION}: the list is interleaved. */
    public static final int REPEAT = 0x400;

    private RepeatBlock() {}
}
