package dev.fenestra.hw.sim.mlx5.prm;

/** The QP context as commands carry it. */
public final class Qpc {
    /** Size, bytes. */
    public static final int BYTES = 232;

    private static final Layout.Builder L = Layout.of("qpc", BYTES);

    /** One of the {@code STATE_} constants. */
    public static final Field STATE = L.bits("state", 0x00, 31, 28);
    /** One of the {@code SERVICE_} constants. */
    public static final Field SERVICE = L.bits("st", 0x00, 23, 16);
    /** The PD. */
    public static final Field PD = L.bits("pd", 0x04, 23, 0);
    /** 1 for 256 bytes up to 5 for 4096. */
    public static final Field MTU = L.bits("mtu", 0x08, 31, 29);

    /** log2 of the bytes of the largest message. */
    public static final Field LOG_MESSAGE_MAX = L.bits("log_msg_max", 0x08, 28, 24);
    /** log2 of the WQEs of the receive queue. */
    public static final Field LOG_RQ_SIZE = L.bits("log_rq_size", 0x08, 22, 19);
    /** log2 of the receive stride in units of 16 bytes. */
    public static final Field LOG_RQ_STRIDE = L.bits("log_rq_stride", 0x08, 18, 16);
    /** The QP has no send queue. */
    public static final Field NO_SEND_QUEUE = L.bit("no_sq", 0x08, 15);
    /** log2 of the number of basic blocks. */
    public static final Field LOG_SQ_SIZE = L.bits("log_sq_size", 0x08, 14, 11);

    /** Number of the doorbell page that software uses. */
    public static final Field UAR_PAGE = L.bits("uar_page", 0x0c, 23, 0);
    /** The number that software gives the QP; completions carry it. */
    public static final Field USER_INDEX = L.bits("user_index", 0x10, 23, 0);
    /** The peer's QP. */
    public static final Field REMOTE_QPN = L.bits("remote_qpn", 0x14, 23, 0);
    /** Index in the port's P_Key table. */
    public static final Field PKEY_INDEX = L.bits("path.pkey_index", 0x18, 15, 0);
    /** Timeout of an answer: 4.096 us * 2^n; 0 for never. */
    public static final Field ACK_TIMEOUT = L.bits("path.ack_timeout", 0x20, 31, 27);
    /** Index of the own GID. */
    public static final Field SOURCE_GID_INDEX = L.bits("path.src_addr_index", 0x20, 23, 16);
    /** Code of the path's rate, 0 for that of the port; not used by this device. */
    public static final Field RATE = L.bits("path.stat_rate", 0x20, 11, 8);
    /** Hop limit of the path: time to live of IPv4. */
    public static final Field HOP_LIMIT = L.bits("path.hop_limit", 0x20, 7, 0);
    /** Traffic class of the path: type of service of IPv4. */
    public static final Field TRAFFIC_CLASS = L.bits("path.tclass", 0x24, 27, 20);
    /** Flow label of the path, for IPv6. */
    public static final Field FLOW_LABEL = L.bits("path.flow_label", 0x24, 19, 0);
    /** Upper half of the peer's GID. */
    public static final Field REMOTE_GID_HIGH = L.u64("path.rgid_high", 0x28);
    /** Lower half of the peer's GID. */
    public static final Field REMOTE_GID_LOW = L.u64("path.rgid_low", 0x30);
    /** DSCP of packets to the peer: the upper 6 bits of the traffic class. */
    public static final Field DSCP = L.bits("path.dscp", 0x38, 21, 16);
    /** UDP source port of packets to the peer. */
    public static final Field UDP_SOURCE_PORT = L.bits("path.udp_sport", 0x38, 15, 0);
    /** Priority of a VLAN tag; this device sends frames without tags. */
    public static final Field PRIORITY = L.bits("path.eth_prio", 0x3c, 30, 28);
    /** The port. */
    public static final Field PORT = L.bits("path.vhca_port_num", 0x3c, 23, 16);
    /** log2 of READs and atomics outstanding as a requester. */
    public static final Field LOG_REQUESTER_DEPTH = L.bits("log_sra_max", 0x70, 23, 21);

    /** Ours: the depth of the requester is 0, which log2 cannot express. */
    public static final Field NO_REQUESTER_DEPTH = L.bit("no_sra", 0x70, 24);

    /** Times that a request is sent again without an answer, 0 to 7. */
    public static final Field RETRY_COUNT = L.bits("retry_count", 0x70, 18, 16);
    /** Times that a request is sent again to a receiver that was not ready, 0 to 6; 7 for ever. */
    public static final Field RNR_RETRY = L.bits("rnr_retry", 0x70, 15, 13);
    /** PSN of the next request packet. */
    public static final Field NEXT_SEND_PSN = L.bits("next_send_psn", 0x78, 23, 0);
    /** CQ of the send queue. */
    public static final Field SEND_CQN = L.bits("cqn_snd", 0x7c, 23, 0);
    /** log2 of READs and atomics served at a time as a responder. */
    public static final Field LOG_RESPONDER_DEPTH = L.bits("log_rra_max", 0x90, 23, 21);

    /** Ours: the depth of the responder is 0, which log2 cannot express. */
    public static final Field NO_RESPONDER_DEPTH = L.bit("no_rra", 0x90, 24);

    /** Where on its first page the buffer begins, in basic blocks. */
    public static final Field PAGE_OFFSET = L.bits("page_offset", 0x90, 11, 6);

    /** Right: RDMA READs of the peer. */
    public static final Field REMOTE_READ = L.bit("rre", 0x90, 15);
    /** Right: RDMA WRITEs of the peer. */
    public static final Field REMOTE_WRITE = L.bit("rwe", 0x90, 14);
    /** Right: atomics of the peer. */
    public static final Field REMOTE_ATOMIC = L.bit("rae", 0x90, 13);
    /** Code of the time that the peer waits when no receive is posted, 0 to 31. */
    public static final Field MIN_RNR_TIMER = L.bits("min_rnr_nak", 0x94, 28, 24);
    /** PSN of the next request packet from the peer. */
    public static final Field NEXT_RECEIVE_PSN = L.bits("next_rcv_psn", 0x94, 23, 0);
    /** XRC target: the domain that it takes requests for. */
    public static final Field XRC_DOMAIN = L.bits("xrcd", 0x98, 23, 0);

    /** CQ of the receive queue. */
    public static final Field RECEIVE_CQN = L.bits("cqn_rcv", 0x9c, 23, 0);
    /** Bus address of the {@link DoorbellRecord}, aligned to 8. */
    public static final Field DOORBELL_ADDRESS = L.u64("dbr_addr", 0xa0);

    /** The source of receives: {@link #RECEIVES_OWN}, {@link #RECEIVES_SRQ} or {@link #RECEIVES_NONE}. */
    public static final Field RECEIVES = L.bits("rq_type", 0xac, 26, 24);

    /** Number of the SRQ; meaningful for {@link #RECEIVES_SRQ}. */
    public static final Field SRQN = L.bits("srqn", 0xac, 23, 0);

    /** UD: the Q_Key that datagrams must carry. */
    public static final Field QKEY = L.u32("q_key", 0xa8);

    /** Requests of the peer that were finished, modulo 2^24. */
    public static final Field RECEIVED_MESSAGES = L.bits("rmsn", 0xb0, 23, 0);
    /** Basic blocks of the send queue that the device has fetched, modulo 65536. */
    public static final Field FETCHED_BLOCKS = L.bits("hw_sq_wqebb_counter", 0xb4, 31, 16);
    /** Receives of the QP's own queue that the device has taken, modulo 65536. */
    public static final Field TAKEN_RECEIVES = L.u32("hw_rq_counter", 0xb8);

    /** Answers that travel in CQEs: {@link #REQUESTER_INLINE_32}, {@link #REQUESTER_INLINE_64} or 0 for none. */
    public static final Field REQUESTER_INLINE = L.bits("cs_req", 0xc4, 15, 8);

    /** Messages that travel in CQEs: {@link #RESPONDER_INLINE_32}, {@link #RESPONDER_INLINE_64} or 0 for none. */
    public static final Field RESPONDER_INLINE = L.bits("cs_res", 0xc4, 7, 0);

    /** Ours: software rings no doorbell register. It only stores the doorbell record, and the device polls that. */
    public static final Field POLLED = L.bit("polled", 0xc4, 31);
    /** Ours: bus address of the QP's cell in the binding ledger; 0 for none. */
    public static final Field LEDGER = L.u64("ledger", 0xd0);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    /** RESET: no packet and no request is processed. */
    public static final int STATE_RST = 0;
    /** INIT: receives may be posted. */
    public static final int STATE_INIT = 1;
    /** RTR: requests of the peer are processed. */
    public static final int STATE_RTR = 2;
    /** RTS: own requests are processed, too. */
    public static final int STATE_RTS = 3;
    /** A UC or UD QP whose send queue has failed; its receive queue goes on. */
    public static final int STATE_SQER = 4;

    /** SQD: no further request of the send queue begins. */
    public static final int STATE_SQD = 5;
    /** ERR: all requests are flushed. */
    public static final int STATE_ERR = 6;
    /** A QP in SQD that still works on requests begun before. Only QUERY_QP reports it. */
    public static final int STATE_SQ_DRAINING = 7;

    /** Reliable connection. */
    public static final int SERVICE_RC = 0;
    /** Unreliable connection. */
    public static final int SERVICE_UC = 1;
    /** Unreliable datagrams. */
    public static final int SERVICE_UD = 2;
    /** XRC: an initiator, or a target when it has no send queue. */
    public static final int SERVICE_XRC = 3;
    /** QP 1, the general service interface of the port. It is a UD QP with the number 1. */
    public static final int SERVICE_GSI = 8;

    /** A receive queue of the QP's own. */
    public static final int RECEIVES_OWN = 0;
    /** The shared receive queue {@link #SRQN}. */
    public static final int RECEIVES_SRQ = 1;
    /** None: the QP has no receive queue. */
    public static final int RECEIVES_NONE = 3;

    /** {@link #REQUESTER_INLINE}: up to 32 bytes. */
    public static final int REQUESTER_INLINE_32 = 0x11;
    /** {@link #REQUESTER_INLINE}: up to 64 bytes. */
    public static final int REQUESTER_INLINE_64 = 0x22;
    /** {@link #RESPONDER_INLINE}: up to 32 bytes. */
    public static final int RESPONDER_INLINE_32 = 1;
    /** {@link #RESPONDER_INLINE}: up to 64 bytes. */
    public static final int RESPONDER_INLINE_64 = 2;

    private Qpc() {}
}
