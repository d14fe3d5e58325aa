package dev.fenestra.hw.sim.manual;

/**
 * An event queue entry of 64 bytes: the type, what it is about, and the owner bit. Bytes 0x20 to 0x3b are laid out by type; where two
 * types use the same bytes for the same thing, it is one field.
 */
public final class Eqe {
    public static final int BYTES = 64;
    private static final Layout.Builder L = Layout.of("eqe", BYTES);

    /** One of {@link EventType}. */
    public static final Field TYPE = L.bits("event_type", 0x00, 23, 16);

    public static final Field SUB_TYPE = L.bits("event_sub_type", 0x00, 7, 0);
    /** Ours, refused accesses and requests: code of the rule that the responder enforced; 0 for none. */
    public static final Field RULE = L.bits("refusal.rule", 0x0c, 7, 0);

    /** Ours, refused accesses: the address that the peer named. */
    public static final Field ADDRESS = L.u64("refusal.address", 0x10);

    /** Ours, refused accesses: the bytes from there on. */
    public static final Field LENGTH = L.u32("refusal.length", 0x18);

    /** Ours, refused accesses: the R_Key that the peer named. */
    public static final Field RKEY = L.u32("refusal.rkey", 0x1c);

    /** CQ errors: the CQ. */
    public static final Field ERROR_CQN = L.bits("cq_err.cqn", 0x20, 23, 0);

    /** Port changes: the port. */
    public static final Field PORT = L.bits("port.port_num", 0x28, 31, 28);

    /** CQ errors: 1 for an overrun. */
    public static final Field ERROR_SYNDROME = L.bits("cq_err.syndrome", 0x28, 7, 0);

    /** Completions: the CQ. Events of QPs and SRQs: the QP or SRQ. */
    public static final Field NUMBER = L.bits("number", 0x38, 23, 0);

    public static final Field SIGNATURE = L.bits("signature", 0x3c, 15, 8);
    public static final Field OWNER = L.bit("owner", 0x3c, 0);

    public static final Layout LAYOUT = L.build();

    /** The last word of an entry that was never written. */
    public static final int FRESH = 1;

    public static final int CQ_OVERRUN = 1;

    private Eqe() {}
}
