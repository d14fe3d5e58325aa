package dev.fenestra.ib.core.mad;

/** REJ refuses a connection (IBA 12.6.7). */
public final class RejMad {
    /** The table of the fields below. */
    public static final MadLayout LAYOUT = new MadLayout("REJ", MadHeader.OCTETS);

    /** The sender's name of the connection. */
    public static final MadField LOCAL_COMM_ID = LAYOUT.number("local comm id", 0, 32);

    /** The receiver's name of the connection. */
    public static final MadField REMOTE_COMM_ID = LAYOUT.number("remote comm id", 4, 32);

    /** What is refused: 0 REQ, 1 REP, 2 no message. */
    public static final MadField MESSAGE_REJECTED = LAYOUT.number("message rejected", 8, 2);

    /** Octets of additional information. */
    public static final MadField REJECTED_INFO_LENGTH = LAYOUT.number("rejected info length", 9, 7);

    /** Why, as a number of IBA table 109. */
    public static final MadField REASON = LAYOUT.number("reason", 10, 16);

    /** Additional reject information. */
    public static final MadArea ARI = LAYOUT.area("ari", 12, 72);

    /** The sender's own data. */
    public static final MadArea PRIVATE_DATA = LAYOUT.area("private data", 84, 148);

    private RejMad() {}
}
