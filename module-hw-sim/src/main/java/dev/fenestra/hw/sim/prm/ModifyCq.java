package dev.fenestra.hw.sim.prm;

/**
 * What MODIFY_CQ has in the frame of {@link CreateCq}: {@link CommandInput#OP_MOD} tells a change of attributes from a
 * new ring.
 */
public final class ModifyCq {
    private static final Layout.Builder L = Layout.of("modify_cq_in", CreateCq.BYTES);

    /** Attributes to change: bits {@link #PERIOD} and {@link #MAX_COUNT}. */
    public static final Field SELECT = L.u32("modify_field_select", 0x0c);

    public static final Layout LAYOUT = L.build();

    /** Operation: the attributes selected get new values. */
    public static final int ATTRIBUTES = 0;
    /** Operation: entries go to another ring from now on; the last one in the old ring is {@link Cqe#RESIZE_CQ}. */
    public static final int RESIZE = 1;

    public static final int PERIOD = 1;
    public static final int MAX_COUNT = 2;

    private ModifyCq() {}
}
