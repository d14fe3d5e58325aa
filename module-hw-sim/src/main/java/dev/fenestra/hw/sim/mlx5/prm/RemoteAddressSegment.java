package dev.fenestra.hw.sim.mlx5.prm;

/** The peer's memory that an RDMA request names. */
public final class RemoteAddressSegment {
    /** Size, bytes. */
    public static final int BYTES = 16;

    private static final Layout.Builder L = Layout.of("raddr", BYTES);

    /** Address of the first byte. */
    public static final Field ADDRESS = L.u64("raddr", 0x00);
    /** R_Key of the memory. */
    public static final Field RKEY = L.u32("rkey", 0x08);
    /** Must be 0. */
    public static final Field RESERVED = L.u32("reserved", 0x0c);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    private RemoteAddressSegment() {}
}
