package dev.fenestra.hw.sim.mlx5.prm;

/** A completion queue entry of 64 bytes; error entries share the frame. */
public final class Cqe {
    /** Size, bytes. */
    public static final int BYTES = 64;

    private static final Layout.Builder L = Layout.of("cqe", BYTES);

    /** Path bits of the destination LID; 0 on Ethernet. */
    public static final Field PATH_BITS = L.bits("ml_path", 0x10, 22, 16);
    /** LID of the sender; 0 on Ethernet. */
    public static final Field SOURCE_LID = L.bits("slid", 0x14, 15, 0);
    /** Not 0 when the message has a GRH. */
    public static final Field GRH = L.bits("grh", 0x18, 29, 28);

    /** Service level of the message; on Ethernet one of {@link #OVER_IPV6} and {@link #OVER_IPV4}. */
    public static final Field SERVICE_LEVEL = L.bits("sl", 0x18, 27, 24);
    /** {@link #SERVICE_LEVEL} of a datagram that came over IPv6; mlx5 CQE, l3_hdr_type. */
    public static final int OVER_IPV6 = 1;

    /** The same for IPv4: of its 40 bytes before the data only the last 20 are a header. */
    public static final int OVER_IPV4 = 2;

    /** Datagrams: the QP that sent it. */
    public static final Field SOURCE_QPN = L.bits("src_qpn", 0x18, 23, 0);
    /** The number that software gave the QP or, for XRC, the SRQ. */
    public static final Field USER_INDEX = L.bits("uidx", 0x20, 23, 0);
    /** Immediate data or the invalidated R_Key. */
    public static final Field IMMEDIATE = L.u32("imm", 0x24);

    /** Bytes of the message, or of the answer to a READ or atomic. */
    public static final Field BYTE_COUNT = L.u32("byte_cnt", 0x2c);
    /** Ticks of the device's clock when the entry was written. */
    public static final Field TIMESTAMP = L.u64("timestamp", 0x30);
    /** Error entries: the rule that the device enforced; lies over the timestamp. */
    public static final Field VENDOR_SYNDROME = L.bits("vendor_err_synd", 0x34, 15, 8);
    /** Error entries: the reason, a {@link CqeSyndrome}; lies over the timestamp. */
    public static final Field SYNDROME = L.bits("syndrome", 0x34, 7, 0);
    /** Opcode of the send WQE that completed. */
    public static final Field WQE_OPCODE = L.bits("s_wqe_opcode", 0x38, 31, 24);

    /** The QP whose request completed. */
    public static final Field QPN = L.bits("qpn", 0x38, 23, 0);
    /** The request's index: basic blocks for a send, WQEs for a receive; modulo 65536. */
    public static final Field WQE_COUNTER = L.bits("wqe_counter", 0x3c, 31, 16);
    /** Not used by this device. */
    public static final Field SIGNATURE = L.bits("signature", 0x3c, 15, 8);
    /** The kind of entry: one of the constants from {@link #REQ} to {@link #INVALID}. */
    public static final Field OPCODE = L.bits("opcode", 0x3c, 7, 4);
    /** The place of inline data: 0 for none, {@link #INLINE_32} or {@link #INLINE_64}. */
    public static final Field FORMAT = L.bits("format", 0x3c, 3, 2);
    /** The sender asked for a solicited event. */
    public static final Field SOLICITED = L.bits("se", 0x3c, 1, 1);
    /** The lap of the ring, 0 or 1: {@link CqeOwnership}. */
    public static final Field OWNER = L.bits("owner", 0x3c, 0, 0);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    /** A send request is done. */
    public static final int REQ = 0;
    /** A receive is done: an RDMA WRITE with immediate data arrived. */
    public static final int RESP_WR_IMM = 1;
    /** A receive is done: a SEND arrived. */
    public static final int RESP_SEND = 2;
    /** A receive is done: a SEND with immediate data arrived. */
    public static final int RESP_SEND_IMM = 3;
    /** A receive is done: a SEND with invalidate arrived. */
    public static final int RESP_SEND_INV = 4;
    /** The last entry of a ring: later ones are in the new ring. */
    public static final int RESIZE_CQ = 5;
    /** Tag matching; not used by this device. */
    public static final int NO_PACKET = 6;
    /** Signature error; not used by this device. */
    public static final int SIG_ERR = 12;
    /** A send request has failed. */
    public static final int REQ_ERR = 13;
    /** A receive has failed. */
    public static final int RESP_ERR = 14;
    /** The entry belongs to the device. */
    public static final int INVALID = 15;

    /** {@link #FORMAT}: up to 32 bytes of data lie in the first 32 bytes of the entry. */
    public static final int INLINE_32 = 1;

    /** {@link #INLINE_32}: bytes of room. */
    public static final int INLINE_32_BYTES = 32;
    /** {@link #FORMAT}: up to 64 bytes of data lie in the 64 bytes before the entry. */
    public static final int INLINE_64 = 2;

    /** The last word of an entry that was never written. */
    public static final int FRESH = 0xf0;

    private Cqe() {}
}
