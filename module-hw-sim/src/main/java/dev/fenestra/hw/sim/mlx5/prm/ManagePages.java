package dev.fenestra.hw.sim.mlx5.prm;

/**
 * Input of MANAGE_PAGES, by which the driver gives a device pages of the host for its tables; a list of addresses
 * follows.
 */
public final class ManagePages {
    /** Offset of the list of addresses, bytes. */
    public static final int LIST_OFFSET = 0x10;

    private static final Layout.Builder L = Layout.of("manage_pages_in", LIST_OFFSET);

    /** Pages in the list. */
    public static final Field COUNT = L.u32("input_num_entries", 0x0c);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    private ManagePages() {}
}
