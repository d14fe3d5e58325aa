package dev.fenestra.hw.sim.mlx5.prm;

/** Input of SET_ROCE_ADDRESS, which writes an entry of the GID table. */
public final class SetRoceAddress {
    /** Size, bytes. */
    public static final int BYTES = 0x30;

    private static final Layout.Builder L = Layout.of("set_roce_address_in", BYTES);

    /** Index of the entry. */
    public static final Field INDEX = L.bits("roce_address_index", 0x08, 31, 16);
    /** Upper half of the GID. */
    public static final Field GID_HIGH = L.u64("source_l3_address_high", 0x10);
    /** Lower half of the GID; all zero empties the entry, unless it is the first. */
    public static final Field GID_LOW = L.u64("source_l3_address_low", 0x18);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    private SetRoceAddress() {}
}
