package dev.fenestra.hw.sim.mlx5.prm;

/** Output of QUERY_HCA_CAP. The fields marked "ours" lie in the last 112 bytes of the structure. */
public final class HcaCapability {
    /** Offset of the capabilities behind the head of the output, bytes. */
    public static final int OFFSET = 0x10;
    /** Size, bytes. */
    public static final int BYTES = 0x1010;

    private static final Layout.Builder L = Layout.of("query_hca_cap_out", BYTES);

    /** log2 of the WQEs of an SRQ. */
    public static final Field LOG_MAX_SRQ_SIZE = L.bits("log_max_srq_sz", 0x20, 31, 24);
    /** log2 of the work requests of a queue. */
    public static final Field LOG_MAX_QP_SIZE = L.bits("log_max_qp_sz", 0x20, 23, 16);

    /** log2 of the QP numbers. */
    public static final Field LOG_MAX_QP = L.bits("log_max_qp", 0x20, 4, 0);
    /** log2 of the SRQ numbers. */
    public static final Field LOG_MAX_SRQ = L.bits("log_max_srq", 0x24, 20, 16);
    /** log2 of the entries of a CQ. */
    public static final Field LOG_MAX_CQ_SIZE = L.bits("log_max_cq_sz", 0x28, 23, 16);
    /** log2 of the CQ numbers. */
    public static final Field LOG_MAX_CQ = L.bits("log_max_cq", 0x28, 4, 0);
    /** log2 of the mkey indexes. */
    public static final Field LOG_MAX_MKEY = L.bits("log_max_mkey", 0x2c, 21, 16);
    /** How many indirect mkeys may stand between a key and memory. */
    public static final Field MAX_INDIRECTION = L.bits("max_indirection", 0x30, 31, 24);
    /** There is a null mkey. */
    public static final Field NULL_MKEY = L.bit("null_mkey", 0x30, 6);
    /** log2 of the entries that the layout of an indirect mkey may have. */
    public static final Field LOG_MAX_KLM_LIST = L.bits("log_max_klm_list_size", 0x30, 5, 0);
    /** QPs that a multicast group may have. */
    public static final Field MAX_QP_MCG = L.bits("max_qp_mcg", 0x6c, 24, 0);
    /** log2 of the multicast groups that have QPs at once. */
    public static final Field LOG_MAX_MCG = L.bits("log_max_mcg", 0x70, 7, 0);
    /** Ours: log2 of the bytes that one entry of a KLM list may have. */
    public static final Field LOG_MAX_KLM_BYTES = L.bits("log_max_klm_bytes", 0xfd0, 13, 8);
    /** Ours: the translation table lies in pages of the host, which the driver gives by MANAGE_PAGES. */
    public static final Field WANTS_PAGES = L.bit("wants_pages", 0xfd0, 21);
    /** Ours: device memory that a program may allocate, in pages of 4 KiB. */
    public static final Field DEVICE_MEMORY_PAGES = L.bits("memic_pages", 0xfcc, 31, 0);
    /** Ours: log2 of the pages that a fast-register region may have; 0 when there are none. */
    public static final Field LOG_MAX_FAST_PAGES = L.bits("log_max_fast_reg_pages", 0xfd0, 20, 16);
    /** Ours: which windows the device offers. */
    public static final Field MEMORY_WINDOWS = L.bits("memory_windows", 0xfd0, 3, 0);

    /** Ours as to its place: frequency of the clock that stamps completions. */
    public static final Field DEVICE_FREQUENCY_KHZ = L.bits("device_frequency_khz", 0xfb4, 31, 0);

    /** Ours: QPs alive at once, which are fewer than there are numbers. */
    public static final Field MAX_QP = L.bits("max_qp", 0xfb8, 31, 0);
    /** Ours: SRQs alive at once. */
    public static final Field MAX_SRQ = L.bits("max_srq", 0xfbc, 31, 0);
    /** Ours: CQs alive at once. */
    public static final Field MAX_CQ = L.bits("max_cq", 0xfc0, 31, 0);
    /** Ours: mkeys alive at once. */
    public static final Field MAX_MKEY = L.bits("max_mkey", 0xfc4, 31, 0);
    /** Ours: PDs alive at once. */
    public static final Field MAX_PD = L.bits("max_pd", 0xfc8, 31, 0);

    /** log2 of the PD numbers. */
    public static final Field LOG_MAX_PD = L.bits("log_max_pd", 0xfd4, 4, 0);
    /** log2 of the bytes of the largest message. */
    public static final Field LOG_MAX_MESSAGE = L.bits("log_max_message", 0xfd4, 12, 8);
    /** log2 of the READs and atomics outstanding per QP and direction. */
    public static final Field LOG_RD_ATOMIC = L.bits("log_rd_atomic", 0xfd4, 18, 16);
    /** Upper half of the port's first GID. */
    public static final Field GID_HIGH = L.u64("gid_high", 0xfd8);
    /** Lower half of the port's first GID. */
    public static final Field GID_LOW = L.u64("gid_low", 0xfe0);

    /** Ours: upper half of the port's second GID; both halves are 0 when it has one only. */
    public static final Field SECOND_GID_HIGH = L.u64("second_gid_high", 0xfa0);
    /** Ours: lower half of the port's second GID. */
    public static final Field SECOND_GID_LOW = L.u64("second_gid_low", 0xfa8);

    /** Ours, as are all that follow: on mlx5 other queries tell them. */
    public static final Field NODE_GUID = L.u64("node_guid", 0xfe8);

    /** EUI-64 of the system that the device belongs to. */
    public static final Field SYSTEM_IMAGE_GUID = L.u64("system_image_guid", 0xff0);
    /** Entries of the port's GID table. */
    public static final Field GID_TABLE_SIZE = L.bits("gid_table_size", 0xff8, 31, 16);
    /** Numbers as in verbs. */
    public static final Field LINK_LAYER = L.bits("link_layer", 0xff8, 13, 12);

    /** MTU of the port, as in verbs: 1 for 256 bytes up to 5 for 4096. */
    public static final Field ACTIVE_MTU = L.bits("active_mtu", 0xff8, 11, 8);
    /** Largest MTU of the port, as in verbs: 1 for 256 bytes up to 5 for 4096. */
    public static final Field MAX_MTU = L.bits("max_mtu", 0xff8, 7, 4);
    /** State of the port, as in verbs. */
    public static final Field PORT_STATE = L.bits("port_state", 0xff8, 3, 0);
    /** Revision of the hardware. */
    public static final Field HARDWARE_REVISION = L.bits("hw_rev", 0xffc, 7, 0);

    /** {@link #PORT_STATE}: the link is up. */
    public static final int STATE_ACTIVE = 4;
    /** {@link #ACTIVE_MTU}, {@link #MAX_MTU}: 4096 bytes. */
    public static final int MTU_4096 = 5;
    /** {@link #LINK_LAYER}: Ethernet. */
    public static final int LINK_ETHERNET = 2;

    /** Ours: {@link #ODP_SUPPORT} and {@link #ODP_IMPLICIT}. */
    public static final Field ODP_GENERAL = L.bits("odp.general", 0x1000, 1, 0);
    /**
     * Ours: operations that RC QPs may do on memory that is paged on demand, as in {@code ibv_odp_transport_cap_bits}.
     */
    public static final Field ODP_RC = L.bits("odp.rc", 0x1000, 15, 8);

    /** Ours: the same for UD QPs. */
    public static final Field ODP_UD = L.bits("odp.ud", 0x1000, 23, 16);
    /** Ours: the same for XRC QPs. */
    public static final Field ODP_XRC = L.bits("odp.xrc", 0x1000, 31, 24);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    /** There is on-demand paging. */
    public static final int ODP_SUPPORT = 1;
    /** A region may cover a whole address space. */
    public static final int ODP_IMPLICIT = 2;

    /** {@link #MEMORY_WINDOWS}: none. */
    public static final int NO_WINDOWS = 0;
    /** {@link #MEMORY_WINDOWS}: types 1 and 2A. */
    public static final int TYPES_1_AND_2A = 1;
    /** {@link #MEMORY_WINDOWS}: types 1 and 2B. */
    public static final int TYPES_1_AND_2B = 2;

    private HcaCapability() {}
}
