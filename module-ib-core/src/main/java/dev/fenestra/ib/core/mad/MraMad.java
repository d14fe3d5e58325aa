package dev.fenestra.ib.core.mad;

/** MRA says that a message has come and its answer takes time (IBA 12.6.6). */
public final class MraMad {
    /** The table of the fields below. */
    public static final MadLayout LAYOUT = new MadLayout("MRA", MadHeader.OCTETS);

    /** The sender's name of the connection. */
    public static final MadField LOCAL_COMM_ID = LAYOUT.number("local comm id", 0, 32);

    /** The receiver's name of the connection. */
    public static final MadField REMOTE_COMM_ID = LAYOUT.number("remote comm id", 4, 32);

    /** What has come: 0 REQ, 1 REP, 2 LAP. */
    public static final MadField MESSAGE_MRAED = LAYOUT.number("message mraed", 8, 2);

    /** How long the answer may take: 4.096 us * 2^n. */
    public static final MadField SERVICE_TIMEOUT = LAYOUT.number("service timeout", 9, 5);

    /** The sender's own data. */
    public static final MadArea PRIVATE_DATA = LAYOUT.area("private data", 10, 222);

    private MraMad() {}
}
