package dev.fenestra.hw.sim.mlx5.prm;

/** The EQ context as CREATE_EQ carries it. Ours, in the style of the device. */
public final class Eqc {
    /** Size, bytes. */
    public static final int BYTES = 64;

    private static final Layout.Builder L = Layout.of("eqc", BYTES);

    /** log2 of the entries of the ring. */
    public static final Field LOG_ENTRIES = L.bits("log_eq_size", 0x0c, 28, 24);
    /** Number of the doorbell page that software uses. */
    public static final Field UAR_PAGE = L.bits("uar_page", 0x0c, 23, 0);
    /** The interrupt that a new entry raises while the EQ is armed. */
    public static final Field INTERRUPT = L.bits("intr", 0x14, 11, 0);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    private Eqc() {}
}
