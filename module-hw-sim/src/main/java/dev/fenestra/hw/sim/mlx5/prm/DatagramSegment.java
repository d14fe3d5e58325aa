package dev.fenestra.hw.sim.mlx5.prm;

/** The destination of a datagram: Q_Key, QP and path. It follows the control segment. */
public final class DatagramSegment {
    /** Size, bytes. */
    public static final int BYTES = 48;

    private static final Layout.Builder L = Layout.of("datagram", BYTES);

    /** The Q_Key to send; with its highest bit set, the sender's own Q_Key is sent. */
    public static final Field QKEY = L.u32("qkey", 0x00);
    /** The segment has a path. A request without one is refused: its address handle belongs to another PD. */
    public static final Field EXTENDED = L.bit("ext", 0x08, 31);

    /** The destination QP. */
    public static final Field REMOTE_QPN = L.bits("dqpn", 0x08, 23, 0);
    /** Rate limit of the path; not used by this device. */
    public static final Field RATE = L.bits("stat_rate", 0x0c, 31, 28);
    /** InfiniBand: the service level. Ethernet: its low three bits, shifted left by one. */
    public static final Field SERVICE_LEVEL = L.bits("sl", 0x0c, 27, 24);

    /** Path bits of the source LID; 0 on Ethernet. */
    public static final Field PATH_BITS = L.bits("mlid", 0x0c, 22, 16);
    /** InfiniBand: the LID of the destination. Ethernet: the UDP source port, or 0 for that of the QP. */
    public static final Field REMOTE_LID = L.bits("rlid", 0x0c, 15, 0);
    /** Upper 32 bits of the destination's MAC address. */
    public static final Field MAC_HIGH = L.u32("rmac_47_16", 0x14);
    /** Lower 16 bits of the destination's MAC address. */
    public static final Field MAC_LOW = L.bits("rmac_15_0", 0x18, 31, 16);
    /** Traffic class of the GRH. */
    public static final Field TRAFFIC_CLASS = L.bits("tclass", 0x18, 15, 8);
    /** Hop limit of the GRH. */
    public static final Field HOP_LIMIT = L.bits("hop_limit", 0x18, 7, 0);
    /** InfiniBand only: Ethernet always has a GRH. */
    public static final Field GRH = L.bit("grh", 0x1c, 30);

    /** Index of the sender's GID. */
    public static final Field SOURCE_GID_INDEX = L.bits("src_addr_index", 0x1c, 27, 20);
    /** Flow label of the GRH. */
    public static final Field FLOW_LABEL = L.bits("flow_label", 0x1c, 19, 0);
    /** Upper half of the destination's GID. */
    public static final Field GID_HIGH = L.u64("rgid_high", 0x20);
    /** Lower half of the destination's GID. */
    public static final Field GID_LOW = L.u64("rgid_low", 0x28);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    private DatagramSegment() {}
}
