package dev.fenestra.hw.sim.prm;

/** Where a datagram goes to: Q_Key, QP and path; right behind the control segment. */
public final class DatagramSegment {
    public static final int BYTES = 48;
    private static final Layout.Builder L = Layout.of("datagram", BYTES);

    public static final Field QKEY = L.u32("qkey", 0x00);
    /**
     * The path is given here. A request without one is refused: its driver has it from an address handle of another PD.
     */
    public static final Field EXTENDED = L.bit("ext", 0x08, 31);

    public static final Field REMOTE_QPN = L.bits("dqpn", 0x08, 23, 0);
    public static final Field RATE = L.bits("stat_rate", 0x0c, 31, 28);
    /** InfiniBand: the service level. Ethernet: its low three bits, shifted left by one. */
    public static final Field SERVICE_LEVEL = L.bits("sl", 0x0c, 27, 24);

    public static final Field PATH_BITS = L.bits("mlid", 0x0c, 22, 16);
    public static final Field REMOTE_LID = L.bits("rlid", 0x0c, 15, 0);
    public static final Field MAC_HIGH = L.u32("rmac_47_16", 0x14);
    public static final Field MAC_LOW = L.bits("rmac_15_0", 0x18, 31, 16);
    public static final Field TRAFFIC_CLASS = L.bits("tclass", 0x18, 15, 8);
    public static final Field HOP_LIMIT = L.bits("hop_limit", 0x18, 7, 0);
    /** InfiniBand only: Ethernet always has a GRH. */
    public static final Field GRH = L.bit("grh", 0x1c, 30);

    public static final Field SOURCE_GID_INDEX = L.bits("src_addr_index", 0x1c, 27, 20);
    public static final Field FLOW_LABEL = L.bits("flow_label", 0x1c, 19, 0);
    public static final Field GID_HIGH = L.u64("rgid_high", 0x20);
    public static final Field GID_LOW = L.u64("rgid_low", 0x28);

    public static final Layout LAYOUT = L.build();

    private DatagramSegment() {}
}
