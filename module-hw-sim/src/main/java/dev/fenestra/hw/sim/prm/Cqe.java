package dev.fenestra.hw.sim.prm;

/** A completion queue entry of 64 bytes; error entries share the frame. */
public final class Cqe {
    public static final int BYTES = 64;
    private static final Layout.Builder L = Layout.of("cqe", BYTES);

    public static final Field PATH_BITS = L.bits("ml_path", 0x10, 22, 16);
    public static final Field SOURCE_LID = L.bits("slid", 0x14, 15, 0);
    /** Not 0 when the message has a GRH. */
    public static final Field GRH = L.bits("grh", 0x18, 29, 28);

    public static final Field SERVICE_LEVEL = L.bits("sl", 0x18, 27, 24);
    public static final Field SOURCE_QPN = L.bits("src_qpn", 0x18, 23, 0);
    public static final Field USER_INDEX = L.bits("uidx", 0x20, 23, 0);
    /** Immediate data or the invalidated R_Key. */
    public static final Field IMMEDIATE = L.u32("imm", 0x24);

    public static final Field BYTE_COUNT = L.u32("byte_cnt", 0x2c);
    public static final Field TIMESTAMP = L.u64("timestamp", 0x30);
    /** Error entries: the rule that the device enforced; lies over the timestamp. */
    public static final Field VENDOR_SYNDROME = L.bits("vendor_err_synd", 0x34, 15, 8);
    /** Error entries: what became of the request; lies over the timestamp. */
    public static final Field SYNDROME = L.bits("syndrome", 0x34, 7, 0);
    /** Opcode of the send WQE that completed. */
    public static final Field WQE_OPCODE = L.bits("s_wqe_opcode", 0x38, 31, 24);

    public static final Field QPN = L.bits("qpn", 0x38, 23, 0);
    public static final Field WQE_COUNTER = L.bits("wqe_counter", 0x3c, 31, 16);
    public static final Field SIGNATURE = L.bits("signature", 0x3c, 15, 8);
    public static final Field OPCODE = L.bits("opcode", 0x3c, 7, 4);
    public static final Field FORMAT = L.bits("format", 0x3c, 3, 2);
    public static final Field SOLICITED = L.bits("se", 0x3c, 1, 1);
    public static final Field OWNER = L.bits("owner", 0x3c, 0, 0);

    public static final Layout LAYOUT = L.build();

    public static final int REQ = 0;
    public static final int RESP_WR_IMM = 1;
    public static final int RESP_SEND = 2;
    public static final int RESP_SEND_IMM = 3;
    public static final int RESP_SEND_INV = 4;
    public static final int RESIZE_CQ = 5;
    public static final int NO_PACKET = 6;
    public static final int SIG_ERR = 12;
    public static final int REQ_ERR = 13;
    public static final int RESP_ERR = 14;
    public static final int INVALID = 15;

    /** {@link #FORMAT}: up to 32 bytes of data lie in the first 32 bytes of the entry. */
    public static final int INLINE_32 = 1;

    public static final int INLINE_32_BYTES = 32;
    /** {@link #FORMAT}: up to 64 bytes of data lie in the 64 bytes before the entry. */
    public static final int INLINE_64 = 2;

    /** The last word of an entry that was never written. */
    public static final int FRESH = 0xf0;

    private Cqe() {}
}
