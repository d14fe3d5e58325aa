package dev.fenestra.hw.sim.mlx5.prm;

/** One translation: a page's bus address with two permission bits in its low bits. Two entries make an octoword. */
public final class MttEntry {
    /** Size, bytes. */
    public static final int BYTES = 8;

    private static final Layout.Builder L = Layout.of("mtt", BYTES);

    /** Bus address of the page, with {@link #READ} and {@link #WRITE} in its low bits. */
    public static final Field VALUE = L.u64("value", 0x00);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    /** Permission: the device may read the page. */
    public static final long READ = 1;
    /** Permission: the device may write the page. */
    public static final long WRITE = 2;
    /** The bits of the bus address. */
    public static final long ADDRESS_MASK = ~0xffL;

    private MttEntry() {}
}
