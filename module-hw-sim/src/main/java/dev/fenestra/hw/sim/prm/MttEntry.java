package dev.fenestra.hw.sim.prm;

/** One translation: a page's bus address with two permission bits in its low bits. Two entries make an octoword. */
public final class MttEntry {
    public static final int BYTES = 8;
    private static final Layout.Builder L = Layout.of("mtt", BYTES);

    public static final Field VALUE = L.u64("value", 0x00);

    public static final Layout LAYOUT = L.build();

    public static final long READ = 1;
    public static final long WRITE = 2;
    public static final long ADDRESS_MASK = ~0xffL;

    private MttEntry() {}
}
