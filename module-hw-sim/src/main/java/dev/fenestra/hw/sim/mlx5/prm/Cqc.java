package dev.fenestra.hw.sim.mlx5.prm;

/** The CQ context as commands carry it. Ours, in the style of the device. */
public final class Cqc {
    /** Size, bytes. */
    public static final int BYTES = 64;

    private static final Layout.Builder L = Layout.of("cqc", BYTES);

    /** {@link #STATUS_OK} or {@link #STATUS_OVERRUN}. */
    public static final Field STATUS = L.bits("status", 0x00, 31, 28);

    /** {@link #CQE_64} or {@link #CQE_128}. */
    public static final Field CQE_SIZE = L.bits("cqe_sz", 0x00, 23, 21);

    /** Where on its first page the ring begins, in units of 64 bytes. */
    public static final Field PAGE_OFFSET = L.bits("page_offset", 0x08, 11, 6);

    /** log2 of the entries of the ring. */
    public static final Field LOG_ENTRIES = L.bits("log_cq_size", 0x0c, 28, 24);
    /** Number of the doorbell page that software uses. */
    public static final Field UAR_PAGE = L.bits("uar_page", 0x0c, 23, 0);
    /** Moderation: how long an event may wait for more entries, microseconds; 0 switches moderation off. */
    public static final Field PERIOD = L.bits("cq_period", 0x10, 27, 16);

    /** Moderation: how many entries an event waits for; 0 switches moderation off. */
    public static final Field MAX_COUNT = L.bits("cq_max_count", 0x10, 15, 0);

    /** The EQ that its completion events go to; 0 for none. */
    public static final Field EQN = L.bits("c_eqn", 0x14, 7, 0);

    /** Entries consumed, as the doorbell record says, modulo 2^24. */
    public static final Field CONSUMER = L.bits("consumer_counter", 0x28, 23, 0);

    /** Entries written, modulo 2^24. */
    public static final Field PRODUCER = L.bits("producer_counter", 0x2c, 23, 0);

    /** Ours: software rings no doorbell register. It only stores the doorbell record, and the device polls that. */
    public static final Field POLLED = L.bit("polled", 0x30, 31);

    /** Bus address of the {@link DoorbellRecord}, aligned to 8. */
    public static final Field DOORBELL_ADDRESS = L.u64("dbr_addr", 0x38);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    /** {@link #STATUS}: the CQ works. */
    public static final int STATUS_OK = 0;
    /** {@link #STATUS}: an entry was lost; nothing is written any more. */
    public static final int STATUS_OVERRUN = 9;

    /** {@link #CQE_SIZE}: entries of 64 bytes. */
    public static final int CQE_64 = 0;
    /** {@link #CQE_SIZE}: entries of 128 bytes; the {@link Cqe} is the second half. */
    public static final int CQE_128 = 1;

    private Cqc() {}
}
