package dev.fenestra.hw.sim.manual;

/** Input of CREATE_CQ. The CQ context is ours in the style of the device; the page list follows. */
public final class CreateCq {
    public static final int BYTES = 0x110;
    public static final int PAGES_OFFSET = 0x110;
    private static final Layout.Builder L = Layout.of("create_cq_in", BYTES);

    public static final Field LOG_ENTRIES = L.bits("cqc.log_cq_size", 0x1c, 28, 24);
    public static final Field UAR_PAGE = L.bits("cqc.uar_page", 0x1c, 23, 0);
    public static final Field DOORBELL_ADDRESS = L.u64("cqc.dbr_addr", 0x48);

    public static final Layout LAYOUT = L.build();

    private CreateCq() {}
}
