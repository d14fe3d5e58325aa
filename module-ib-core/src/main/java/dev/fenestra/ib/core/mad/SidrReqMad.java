package dev.fenestra.ib.core.mad;

/** SIDR_REQ asks for the QP of a datagram service (IBA 12.11.1). */
public final class SidrReqMad {
    /** The table of the fields below. */
    public static final MadLayout LAYOUT = new MadLayout("SIDR_REQ", MadHeader.OCTETS);

    /** The sender's name of the request. */
    public static final MadField REQUEST_ID = LAYOUT.number("request id", 0, 32);

    /** The P_Key of the datagrams. */
    public static final MadField PARTITION_KEY = LAYOUT.number("partition key", 4, 16);

    /** The service in question. */
    public static final MadField SERVICE_ID = LAYOUT.number("service id", 8, 64);

    /** The sender's own data; rdma_cm puts its header first. */
    public static final MadArea PRIVATE_DATA = LAYOUT.area("private data", 16, 216);

    private SidrReqMad() {}
}
