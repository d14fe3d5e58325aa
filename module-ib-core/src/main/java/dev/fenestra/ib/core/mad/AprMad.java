package dev.fenestra.ib.core.mad;

/** APR answers a suggested path (IBA 12.8.2). */
public final class AprMad {
    /** The table of the fields below. */
    public static final MadLayout LAYOUT = new MadLayout("APR", MadHeader.OCTETS);

    /** The sender's name of the connection. */
    public static final MadField LOCAL_COMM_ID = LAYOUT.number("local comm id", 0, 32);

    /** The receiver's name of the connection. */
    public static final MadField REMOTE_COMM_ID = LAYOUT.number("remote comm id", 4, 32);

    /** Octets of additional information. */
    public static final MadField ADDITIONAL_INFORMATION_LENGTH = LAYOUT.number("additional information length", 8, 8);

    /** 0 loaded, 2 alternate paths are not supported, 3 rejected. */
    public static final MadField AP_STATUS = LAYOUT.number("ap status", 9, 8);

    /** More about the status. */
    public static final MadArea ADDITIONAL_INFORMATION = LAYOUT.area("additional information", 12, 72);

    /** The sender's own data. */
    public static final MadArea PRIVATE_DATA = LAYOUT.area("private data", 84, 148);

    private AprMad() {}
}
