package dev.fenestra.hw.sim.mlx5.prm;

/**
 * Frame of CREATE_QP, of the commands that modify a QP, and of QUERY_QP's output: the place of the QP context and of
 * the page list.
 */
public final class CreateQp {
    /** Size, bytes. */
    public static final int BYTES = 0x110;
    /** Offset of the {@link Qpc}, bytes. */
    public static final int QPC_OFFSET = 0x18;
    /** Offset of the page list, bytes. */
    public static final int PAGES_OFFSET = 0x110;

    private static final Layout.Builder L = Layout.of("create_qp_in", BYTES);

    /** Which optional attributes a modify changes: bits of {@link QpOptional}. */
    public static final Field OPTIONAL = L.u32("opt_param_mask", 0x10);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    private CreateQp() {}
}
