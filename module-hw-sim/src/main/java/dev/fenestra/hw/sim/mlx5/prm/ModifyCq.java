package dev.fenestra.hw.sim.mlx5.prm;

/**
 * The fields of MODIFY_CQ in the frame of {@link CreateCq}. {@link CommandInput#OP_MOD} distinguishes a change of
 * attributes from a new ring.
 */
public final class ModifyCq {
    private static final Layout.Builder L = Layout.of("modify_cq_in", CreateCq.BYTES);

    /** Attributes to change: bits {@link #PERIOD} and {@link #MAX_COUNT}. */
    public static final Field SELECT = L.u32("modify_field_select", 0x0c);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    /** Operation: the attributes selected get new values. */
    public static final int ATTRIBUTES = 0;
    /** Operation: entries go to another ring from now on; the last one in the old ring is {@link Cqe#RESIZE_CQ}. */
    public static final int RESIZE = 1;

    /** {@link #SELECT}: {@link Cqc#PERIOD}. */
    public static final int PERIOD = 1;
    /** {@link #SELECT}: {@link Cqc#MAX_COUNT}. */
    public static final int MAX_COUNT = 2;

    private ModifyCq() {}
}
