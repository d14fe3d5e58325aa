package dev.fenestra.hw.sim.mlx5.prm;

/** One strided piece of memory behind a {@link RepeatBlock}. */
public final class RepeatEntry {
    /** Size, bytes. */
    public static final int BYTES = 16;

    private static final Layout.Builder L = Layout.of("repeat_entry", BYTES);

    /** Bytes from one repetition to the next: those taken and those skipped. */
    public static final Field STRIDE = L.bits("stride", 0x00, 31, 16);

    /** Bytes to take in each repetition. */
    public static final Field BYTE_COUNT = L.bits("byte_count", 0x00, 15, 0);
    /** L_Key of the memory. */
    public static final Field LKEY = L.u32("lkey", 0x04);
    /** Address of the first byte. */
    public static final Field ADDRESS = L.u64("addr", 0x08);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    private RepeatEntry() {}
}
