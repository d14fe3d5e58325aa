package dev.fenestra.hw.sim.mlx5.prm;

/** Input of ATTACH_TO_MCG and DETACH_FROM_MCG, about the QP in {@link CommandInput#OBJECT}. */
public final class AttachMcg {
    /** Size, bytes. */
    public static final int BYTES = 0x20;

    private static final Layout.Builder L = Layout.of("attach_to_mcg_in", BYTES);

    /** Upper half of the group's GID. */
    public static final Field GID_HIGH = L.u64("multicast_gid_high", 0x10);
    /** Lower half of the group's GID. */
    public static final Field GID_LOW = L.u64("multicast_gid_low", 0x18);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    private AttachMcg() {}
}
