package dev.fenestra.hw.sim.mlx5.prm;

/**
 * An event queue entry of 64 bytes: the type, what it is about, and the owner bit. Bytes 0x20 to 0x3b are laid out by
 * type; where two types use the same bytes for the same thing, it is one field.
 */
public final class Eqe {
    /** Size, bytes. */
    public static final int BYTES = 64;

    private static final Layout.Builder L = Layout.of("eqe", BYTES);

    /** One of {@link EventType}. */
    public static final Field TYPE = L.bits("event_type", 0x00, 23, 16);

    /** Port changes: one of the {@code PORT_} constants of {@link EventType}. Page faults: {@link #MEMORY_FAULT}. */
    public static final Field SUB_TYPE = L.bits("event_sub_type", 0x00, 7, 0);
    /** Ours, refused accesses and requests: code of the rule that the responder enforced; 0 for none. */
    public static final Field RULE = L.bits("refusal.rule", 0x0c, 7, 0);

    /** Ours, refused accesses: the address that the peer named. */
    public static final Field ADDRESS = L.u64("refusal.address", 0x10);

    /** Ours, refused accesses: the bytes from there on. */
    public static final Field LENGTH = L.u32("refusal.length", 0x18);

    /** Ours, refused accesses: the R_Key that the peer named. */
    public static final Field RKEY = L.u32("refusal.rkey", 0x1c);

    /** Ours, page faults: the QP that waits. */
    public static final Field FAULT_QPN = L.bits("page_fault.qpn", 0x08, 23, 0);

    /** Page faults: bits of {@code FAULT_}. */
    public static final Field FAULT_FLAGS = L.bits("page_fault.flags", 0x20, 31, 16);
    /** Page faults: pages behind those that are needed now. The message will need them next. */
    public static final Field FAULT_MORE_PAGES = L.bits("page_fault.post_fault_pages", 0x20, 15, 0);

    /** Page faults: upper 16 bits of the token. */
    public static final Field FAULT_TOKEN_HIGH = L.bits("page_fault.token_47_32", 0x24, 15, 0);
    /** Page faults: lower 32 bits of the token. */
    public static final Field FAULT_TOKEN_LOW = L.u32("page_fault.token_31_0", 0x28);
    /** Page faults: pages that are needed now. */
    public static final Field FAULT_PAGES = L.u32("page_fault.fault_page_count", 0x2c);
    /** Page faults: the region. Windows and layouts have been followed already. */
    public static final Field FAULT_MKEY = L.u32("page_fault.mkey", 0x30);
    /** Page faults: address of the first page by which requests name it. */
    public static final Field FAULT_ADDRESS = L.u64("page_fault.va", 0x34);

    /** CQ errors: the CQ. */
    public static final Field ERROR_CQN = L.bits("cq_err.cqn", 0x20, 23, 0);

    /** Port changes: the port. */
    public static final Field PORT = L.bits("port.port_num", 0x28, 31, 28);

    /** CQ errors: 1 for an overrun. */
    public static final Field ERROR_SYNDROME = L.bits("cq_err.syndrome", 0x28, 7, 0);

    /** Completions: the CQ. Events of QPs and SRQs: the QP or SRQ. */
    public static final Field NUMBER = L.bits("number", 0x38, 23, 0);

    /** Not used by this device. */
    public static final Field SIGNATURE = L.bits("signature", 0x3c, 15, 8);
    /** The lap of the ring, 0 or 1: {@link EqeOwnership}. */
    public static final Field OWNER = L.bit("owner", 0x3c, 0);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    /** The last word of an entry that was never written. */
    public static final int FRESH = 1;

    /** {@link #ERROR_SYNDROME}: an entry was lost for want of room. */
    public static final int CQ_OVERRUN = 1;

    /** Sub type of page faults that name memory; the older ones name a WQE or a remote operation. */
    public static final int MEMORY_FAULT = 2;
    /** The QP waits with a request of its own. */
    public static final int FAULT_REQUESTOR = 1;
    /** The page is to be written. */
    public static final int FAULT_WRITE = 2;
    /** A remote operation of the peer needs the page. */
    public static final int FAULT_RDMA = 4;

    private Eqe() {}
}
