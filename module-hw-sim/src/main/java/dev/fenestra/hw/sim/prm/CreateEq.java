package dev.fenestra.hw.sim.prm;

/** Input of CREATE_EQ: the EQ context, the events that go to the EQ, the page list. */
public final class CreateEq {
    public static final int BYTES = 0x110;
    public static final int EQC_OFFSET = 0x10;
    public static final int PAGES_OFFSET = 0x110;
    private static final Layout.Builder L = Layout.of("create_eq_in", BYTES);

    /** Bits of {@link EventType}, completions excepted: those go where their CQ says. */
    public static final Field EVENTS = L.u64("event_bitmask", 0x58);

    public static final Layout LAYOUT = L.build();

    private CreateEq() {}
}
