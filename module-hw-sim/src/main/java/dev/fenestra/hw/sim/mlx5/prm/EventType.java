package dev.fenestra.hw.sim.mlx5.prm;

/** The type of an EQE. Events of QPs and SRQs name their object in {@link Eqe#NUMBER}. */
public final class EventType {
    /** A CQ has a new entry, and was armed. */
    public static final int COMPLETION = 0x00;
    /** A QP has changed to its alternate path; not raised by this device. */
    public static final int PATH_MIGRATED = 0x01;
    /** The first packet has reached a QP in RTR. */
    public static final int COMMUNICATION_ESTABLISHED = 0x02;
    /** The send queue of a QP in SQD is drained. */
    public static final int SEND_QUEUE_DRAINED = 0x03;
    /** A CQ was overrun. */
    public static final int CQ_ERROR = 0x04;
    /** A QP has failed, and no completion can report it. */
    public static final int WQ_CATASTROPHIC = 0x05;

    /** A QP could not change to its alternate path; not raised by this device. */
    public static final int PATH_MIGRATION_FAILED = 0x07;
    /** The device itself has failed. */
    public static final int INTERNAL = 0x08;

    /** Its sub type is one of the {@code PORT_} constants. */
    public static final int PORT_CHANGE = 0x09;

    /** A command has ended; not raised by this device, whose commands are polled. */
    public static final int COMMAND = 0x0a;
    /** The device wants pages of the host; not raised by this device. */
    public static final int PAGE_REQUEST = 0x0b;
    /** A QP waits for pages of an on-demand region. */
    public static final int PAGE_FAULT = 0x0c;
    /** A responder refused a request as invalid. */
    public static final int WQ_INVALID_REQUEST = 0x10;
    /** A responder refused an access. */
    public static final int WQ_ACCESS_ERROR = 0x11;

    /** An SRQ has failed; not raised by this device. */
    public static final int SRQ_CATASTROPHIC = 0x12;
    /** A QP in ERR has taken its last receive from its SRQ. */
    public static final int LAST_WQE = 0x13;
    /** An SRQ has fewer receives than its limit. */
    public static final int SRQ_LIMIT = 0x14;

    /** Sub type of {@link #PORT_CHANGE}: the link is down. */
    public static final int PORT_DOWN = 1;
    /** Sub type of {@link #PORT_CHANGE}: the link is up. */
    public static final int PORT_ACTIVE = 4;

    private EventType() {}

    /**
     * {@return the bit of a type in {@link CreateEq#EVENTS}}
     *
     * @param type one of these constants, below 64
     */
    public static long bit(int type) {
        return 1L << type;
    }

    /**
     * {@return the name of a type, in lower case}
     *
     * @param type one of these constants; others become hex
     */
    public static String name(int type) {
        return switch (type) {
            case COMPLETION -> "completion";
            case PATH_MIGRATED -> "path migrated";
            case COMMUNICATION_ESTABLISHED -> "communication established";
            case SEND_QUEUE_DRAINED -> "send queue drained";
            case CQ_ERROR -> "CQ error";
            case WQ_CATASTROPHIC -> "work queue catastrophic error";
            case PATH_MIGRATION_FAILED -> "path migration failed";
            case INTERNAL -> "internal error";
            case PORT_CHANGE -> "port change";
            case COMMAND -> "command completed";
            case PAGE_REQUEST -> "page request";
            case PAGE_FAULT -> "page fault";
            case WQ_INVALID_REQUEST -> "work queue invalid request";
            case WQ_ACCESS_ERROR -> "work queue access error";
            case SRQ_CATASTROPHIC -> "SRQ catastrophic error";
            case LAST_WQE -> "last WQE reached";
            case SRQ_LIMIT -> "SRQ limit reached";
            default -> String.format("0x%02x", type);
        };
    }
}
