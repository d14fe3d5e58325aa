package dev.fenestra.hw.sim.mlx5.prm;

/** Input of CREATE_MKEY, without the translation list that follows it. */
public final class CreateMkey {
    /** Bytes before the translation list. */
    public static final int BYTES = 0x110;

    /** Offset of the {@link MkeyContext}, bytes. */
    public static final int MKEY_OFFSET = 0x10;
    /** Offset of the translation list, bytes. */
    public static final int LIST_OFFSET = 0x110;

    private static final Layout.Builder L = Layout.of("create_mkey_in", BYTES);

    /** The region's pages come and go: it is created without translations. */
    public static final Field PAGE_ACCESS = L.bit("pg_access", 0x0c, 31);

    /** Length of the translation list, units of 16 bytes. */
    public static final Field TRANSLATION_OCTOWORDS = L.u32("translations_octword_actual_size", 0x60);
    /** Ours: bus address of the region's cell in the binding ledger; 0 for none. */
    public static final Field LEDGER = L.u64("ledger", 0x68);

    /** Ours: a region that shares the translation of another: the other's key; 0 for a region with pages of its own. */
    public static final Field SHARED_KEY = L.u32("shared_key", 0x78);
    /** Ours: a region of device memory: where it begins on the card. */
    public static final Field DEVICE_ADDRESS = L.u64("memic_address", 0x70);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    private CreateMkey() {}
}
