package dev.fenestra.hw.sim.mlx5.prm;

/**
 * An entry of the list of an indirect mkey: a piece of memory by key, address and length. A fast registration lists its
 * pages by KSMs, which have the same frame and whose length is ignored. A {@link DataSegment} has this frame too, but
 * lies in the WQE of a SEND or an RDMA operation.
 */
public final class Klm {
    /** Size, bytes. */
    public static final int BYTES = 16;

    private static final Layout.Builder L = Layout.of("klm", BYTES);

    /** Bytes of the piece. */
    public static final Field BYTE_COUNT = L.u32("byte_count", 0x00);
    /** L_Key of the piece. */
    public static final Field KEY = L.u32("mkey", 0x04);
    /** Address of the first byte. */
    public static final Field ADDRESS = L.u64("address", 0x08);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    private Klm() {}
}
