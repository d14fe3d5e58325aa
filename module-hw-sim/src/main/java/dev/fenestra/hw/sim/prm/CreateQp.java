package dev.fenestra.hw.sim.prm;

/**
 * Frame of CREATE_QP, of the commands that modify a QP, and of QUERY_QP's output: where the QP context lies in them.
 */
public final class CreateQp {
    public static final int BYTES = 0x110;
    public static final int QPC_OFFSET = 0x18;
    public static final int PAGES_OFFSET = 0x110;
    private static final Layout.Builder L = Layout.of("create_qp_in", BYTES);

    /** Which optional attributes a modify changes: bits of {@link QpOptional}. */
    public static final Field OPTIONAL = L.u32("opt_param_mask", 0x10);

    public static final Layout LAYOUT = L.build();

    private CreateQp() {}
}
