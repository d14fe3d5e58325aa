package dev.fenestra.hw.sim.mlx5.prm;

/**
 * Input of MODIFY_MKEY (ours): changes a region in one step. The mkey context and the translation list lie where
 * CREATE_MKEY has them. {@link #CHANGES} selects the parts to change. The output carries the key that the region has
 * afterwards: a list that does not fit the region's entries gives it a new key, and the old key is destroyed.
 */
public final class ModifyMkey {
    private static final Layout.Builder L = Layout.of("modify_mkey_in", CreateMkey.BYTES);

    /** The parts to change: bits of the constants below. */
    public static final Field CHANGES = L.bits("changes", 0x0c, 2, 0);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    /** {@link #CHANGES}: range and pages. */
    public static final int TRANSLATION = 1;
    /** {@link #CHANGES}: the PD. */
    public static final int PD = 2;
    /** {@link #CHANGES}: the rights. */
    public static final int ACCESS = 4;

    private ModifyMkey() {}
}
