package dev.fenestra.hw.sim.mlx5.prm;

/** Input of CREATE_EQ: the EQ context, the events that go to the EQ, the page list. */
public final class CreateEq {
    /** Size, bytes. */
    public static final int BYTES = 0x110;
    /** Offset of the {@link Eqc}, bytes. */
    public static final int EQC_OFFSET = 0x10;
    /** Offset of the page list, bytes. */
    public static final int PAGES_OFFSET = 0x110;

    private static final Layout.Builder L = Layout.of("create_eq_in", BYTES);

    /**
     * The event types that go to this EQ, as {@link EventType#bit}. Completion events go to the EQ that their CQ names.
     */
    public static final Field EVENTS = L.u64("event_bitmask", 0x58);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    private CreateEq() {}
}
