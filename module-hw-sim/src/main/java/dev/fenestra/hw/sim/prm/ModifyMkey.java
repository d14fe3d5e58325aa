package dev.fenestra.hw.sim.prm;

/**
 * Input of MODIFY_MKEY (ours): changes a region in one step. The mkey context and the translation list lie where
 * CREATE_MKEY has them; {@link #CHANGES} says which parts of them are used. The output carries the key as it is
 * afterwards: a list that does not fit the region's entries makes it a new one, and the old key dies.
 */
public final class ModifyMkey {
    private static final Layout.Builder L = Layout.of("modify_mkey_in", CreateMkey.BYTES);

    public static final Field CHANGES = L.bits("changes", 0x0c, 2, 0);

    public static final Layout LAYOUT = L.build();

    public static final int TRANSLATION = 1;
    public static final int PD = 2;
    public static final int ACCESS = 4;

    private ModifyMkey() {}
}
