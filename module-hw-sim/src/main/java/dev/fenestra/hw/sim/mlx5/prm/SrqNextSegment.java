package dev.fenestra.hw.sim.mlx5.prm;

/** The first 16 bytes of an SRQ's WQE: the index of the next WQE in the list. Data segments follow. */
public final class SrqNextSegment {
    /** Size, bytes. */
    public static final int BYTES = 16;

    private static final Layout.Builder L = Layout.of("srq_next", BYTES);

    /** Index of the next WQE. */
    public static final Field NEXT = L.bits("next_wqe_index", 0x00, 15, 0);
    /** Not used by this device. */
    public static final Field SIGNATURE = L.bits("signature", 0x04, 31, 24);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    private SrqNextSegment() {}
}
