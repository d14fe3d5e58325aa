package dev.fenestra.hw.sim.mlx5.prm;

/** A piece of memory by key, address and length: a scatter/gather element, or a KLM of an indirect mkey. */
public final class DataSegment {
    /** Size, bytes. */
    public static final int BYTES = 16;

    private static final Layout.Builder L = Layout.of("data", BYTES);

    /** In a send WQE, the first bit says that data follows inline and the rest is its length. */
    public static final Field BYTE_COUNT = L.u32("byte_count", 0x00);

    /** L_Key of the memory. */
    public static final Field LKEY = L.u32("lkey", 0x04);
    /** Address of the first byte. */
    public static final Field ADDRESS = L.u64("addr", 0x08);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    /** {@link #BYTE_COUNT}: the bit of inline data. */
    public static final int INLINE = 0x80000000;
    /** Bytes before the data of an inline segment. */
    public static final int INLINE_HEADER_BYTES = 4;
    /** The key that ends a receive WQE's list early. */
    public static final int TERMINATOR_LKEY = 0x100;

    private DataSegment() {}
}
