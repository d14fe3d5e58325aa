package dev.fenestra.ib.core.mad;

/** DREP says that the connection has ended (IBA 12.6.11). */
public final class DrepMad {
    /** The table of the fields below. */
    public static final MadLayout LAYOUT = new MadLayout("DREP", MadHeader.OCTETS);

    /** The sender's name of the connection. */
    public static final MadField LOCAL_COMM_ID = LAYOUT.number("local comm id", 0, 32);

    /** The receiver's name of the connection. */
    public static final MadField REMOTE_COMM_ID = LAYOUT.number("remote comm id", 4, 32);

    /** The sender's own data. */
    public static final MadArea PRIVATE_DATA = LAYOUT.area("private data", 8, 224);

    private DrepMad() {}
}
