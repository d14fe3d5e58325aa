package dev.fenestra.ib.core.mad;

/** SIDR_REP names the QP of a datagram service (IBA 12.11.2). */
public final class SidrRepMad {
    /** The table of the fields below. */
    public static final MadLayout LAYOUT = new MadLayout("SIDR_REP", MadHeader.OCTETS);

    /** The name of the request that it answers. */
    public static final MadField REQUEST_ID = LAYOUT.number("request id", 0, 32);

    /** 0 success, 1 not supported, 2 rejected, 3 no QP, 4 redirected. */
    public static final MadField STATUS = LAYOUT.number("status", 4, 8);

    /** Octets of additional information. */
    public static final MadField ADDITIONAL_INFORMATION_LENGTH = LAYOUT.number("additional information length", 5, 8);

    /** Octets 2 and 1 of who defines the options of ECE. */
    public static final MadField VENDOR_ID_HIGH = LAYOUT.number("vendor id high", 6, 16);

    /** The QP of the service. */
    public static final MadField QPN = LAYOUT.number("qpn", 8, 24);

    /** Octet 0 of who defines the options of ECE. */
    public static final MadField VENDOR_ID_LOW = LAYOUT.number("vendor id low", 11, 8);

    /** The service in question. */
    public static final MadField SERVICE_ID = LAYOUT.number("service id", 12, 64);

    /** The Q_Key that datagrams must carry. */
    public static final MadField QKEY = LAYOUT.number("qkey", 20, 32);

    /** More about the status. */
    public static final MadArea ADDITIONAL_INFORMATION = LAYOUT.area("additional information", 24, 72);

    /** The sender's own data. */
    public static final MadArea PRIVATE_DATA = LAYOUT.area("private data", 96, 136);

    private SidrRepMad() {}
}
