package dev.fenestra.hw.sim.mlx5.prm;

/** Input of ARM_RQ and ARM_XRC_SRQ: sets an SRQ's limit. */
public final class ArmRq {
    /** Size, bytes. */
    public static final int BYTES = 16;

    private static final Layout.Builder L = Layout.of("arm_rq_in", BYTES);

    /** An event tells once when fewer WQEs are left; 0 for none. */
    public static final Field LIMIT = L.bits("lwm", 0x0c, 15, 0);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    private ArmRq() {}
}
