package dev.fenestra.ib.core.mad;

/** The header of rdma_cm, which begins the private data of REQ and SIDR_REQ (IBA annex A11). */
public final class CmaHeader {
    /** Octets of this header. */
    public static final int OCTETS = 36;

    /** The table of the fields below. */
    public static final MadLayout LAYOUT = new MadLayout("RDMA CM", 0);

    /** Always 0. */
    public static final MadField CMA_VERSION = LAYOUT.number("cma version", 0, 8);

    /** 4 or 6. */
    public static final MadField IP_VERSION = LAYOUT.number("ip version", 1, 4);

    /** The port that the sender is bound to. */
    public static final MadField PORT = LAYOUT.number("port", 2, 16);

    /** The sender's IP address; IPv4 in its last 4 octets. */
    public static final MadGid SOURCE = LAYOUT.gid("source", 4);

    /** The receiver's IP address; IPv4 in its last 4 octets. */
    public static final MadGid DESTINATION = LAYOUT.gid("destination", 20);

    private CmaHeader() {}
}
