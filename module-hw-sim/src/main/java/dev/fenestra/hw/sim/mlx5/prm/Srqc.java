package dev.fenestra.hw.sim.mlx5.prm;

/**
 * The context of a shared receive queue as commands carry it; that of an XRC SRQ has the fields of its domain besides.
 */
public final class Srqc {
    /** Size, bytes. */
    public static final int BYTES = 64;

    private static final Layout.Builder L = Layout.of("srqc", BYTES);

    /** State; not used by this device. */
    public static final Field STATE = L.bits("state", 0x00, 31, 28);
    /** log2 of the number of WQEs. */
    public static final Field LOG_SIZE = L.bits("log_srq_size", 0x00, 27, 24);
    /** log2 of the bytes of a WQE in units of 16. */
    public static final Field LOG_STRIDE = L.bits("log_rq_stride", 0x04, 26, 24);

    /** XRC: the XRC domain. */
    public static final Field XRC_DOMAIN = L.bits("xrcd", 0x04, 23, 0);
    /** Where on its first page the ring begins, in units of 64 bytes. */
    public static final Field PAGE_OFFSET = L.bits("page_offset", 0x08, 31, 26);
    /** XRC: where receives complete. */
    public static final Field CQN = L.bits("cqn", 0x08, 23, 0);
    /** XRC: what CQEs carry to name this SRQ. */
    public static final Field USER_INDEX = L.bits("user_index", 0x10, 23, 0);

    /** The PD. */
    public static final Field PD = L.bits("pd", 0x18, 23, 0);
    /** The limit: an event tells once when fewer WQEs are left; 0 for none. */
    public static final Field LIMIT = L.bits("lwm", 0x1c, 31, 16);

    /** QUERY_SRQ: WQEs posted and not taken. */
    public static final Field WQE_COUNT = L.bits("wqe_cnt", 0x1c, 15, 0);

    /** Bus address of the {@link DoorbellRecord}, aligned to 8. */
    public static final Field DOORBELL_ADDRESS = L.u64("dbr_addr", 0x28);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    private Srqc() {}
}
