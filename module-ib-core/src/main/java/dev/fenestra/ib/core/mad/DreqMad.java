package dev.fenestra.ib.core.mad;

/** DREQ ends a connection (IBA 12.6.10). */
public final class DreqMad {
    /** The table of the fields below. */
    public static final MadLayout LAYOUT = new MadLayout("DREQ", MadHeader.OCTETS);

    /** The sender's name of the connection. */
    public static final MadField LOCAL_COMM_ID = LAYOUT.number("local comm id", 0, 32);

    /** The receiver's name of the connection. */
    public static final MadField REMOTE_COMM_ID = LAYOUT.number("remote comm id", 4, 32);

    /** The receiver's QP. */
    public static final MadField REMOTE_QPN = LAYOUT.number("remote qpn", 8, 24);

    /** The sender's own data. */
    public static final MadArea PRIVATE_DATA = LAYOUT.area("private data", 12, 220);

    private DreqMad() {}
}
