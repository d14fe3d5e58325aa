package dev.fenestra.hw.sim.prm;

/** The first 16 bytes of an SRQ's WQE: which WQE comes after it in the list. Data segments follow. */
public final class SrqNextSegment {
    public static final int BYTES = 16;
    private static final Layout.Builder L = Layout.of("srq_next", BYTES);

    public static final Field NEXT = L.bits("next_wqe_index", 0x00, 15, 0);
    public static final Field SIGNATURE = L.bits("signature", 0x04, 31, 24);

    public static final Layout LAYOUT = L.build();

    private SrqNextSegment() {}
}
