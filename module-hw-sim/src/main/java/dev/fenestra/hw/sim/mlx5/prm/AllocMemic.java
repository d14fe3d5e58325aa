package dev.fenestra.hw.sim.mlx5.prm;

/** Input and output of ALLOC_MEMIC, and the input of DEALLOC_MEMIC. Offsets follow the mlx5 style; they are ours. */
public final class AllocMemic {
    /** Size, bytes. */
    public static final int BYTES = 0x20;
    /** Size of the output, bytes. */
    public static final int OUTPUT_BYTES = 0x10;

    private static final Layout.Builder L = Layout.of("alloc_memic_in", BYTES);

    /** log2 of the alignment in bytes, 0 to 12. */
    public static final Field LOG_ALIGNMENT = L.bits("log_memic_addr_alignment", 0x0c, 7, 0);
    /** The address of the memory to give back; only in DEALLOC_MEMIC. */
    public static final Field START = L.u64("memic_start_addr", 0x10);

    /** Bytes to allocate or to give back, more than 0. */
    public static final Field SIZE = L.u32("memic_size", 0x1c);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    private static final Layout.Builder OUT = Layout.of("alloc_memic_out", OUTPUT_BYTES);
    /** Where the memory begins on the card. */
    public static final Field ADDRESS = OUT.u64("memic_start_addr", 0x08);

    /** All fields of the output, for decoders. */
    public static final Layout OUTPUT = OUT.build();

    private AllocMemic() {}
}
