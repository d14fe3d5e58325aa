package dev.fenestra.hw.sim.prm;

/** The type of an EQE. Events of QPs and SRQs name their object in {@link Eqe#NUMBER}. */
public final class EventType {
    public static final int COMPLETION = 0x00;
    public static final int PATH_MIGRATED = 0x01;
    public static final int COMMUNICATION_ESTABLISHED = 0x02;
    public static final int SEND_QUEUE_DRAINED = 0x03;
    public static final int CQ_ERROR = 0x04;
    /** A QP has failed, and no completion can report it. */
    public static final int WQ_CATASTROPHIC = 0x05;

    public static final int PATH_MIGRATION_FAILED = 0x07;
    /** The device itself has failed. */
    public static final int INTERNAL = 0x08;

    /** Its sub type is one of the {@code PORT_} constants. */
    public static final int PORT_CHANGE = 0x09;

    public static final int COMMAND = 0x0a;
    public static final int PAGE_REQUEST = 0x0b;
    public static final int PAGE_FAULT = 0x0c;
    /** A responder refused a request as invalid. */
    public static final int WQ_INVALID_REQUEST = 0x10;
    /** A responder refused an access. */
    public static final int WQ_ACCESS_ERROR = 0x11;

    public static final int SRQ_CATASTROPHIC = 0x12;
    public static final int LAST_WQE = 0x13;
    public static final int SRQ_LIMIT = 0x14;

    public static final int PORT_DOWN = 1;
    public static final int PORT_ACTIVE = 4;

    private EventType() {}

    /** The bit of a type in {@link CreateEq#EVENTS}. */
    public static long bit(int type) {
        return 1L << type;
    }

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
