package dev.fenestra.ib.core.mad;

/** LAP suggests another alternate path (IBA 12.8.1). */
public final class LapMad {
    /** The table of the fields below. */
    public static final MadLayout LAYOUT = new MadLayout("LAP", MadHeader.OCTETS);

    /** The sender's name of the connection. */
    public static final MadField LOCAL_COMM_ID = LAYOUT.number("local comm id", 0, 32);

    /** The receiver's name of the connection. */
    public static final MadField REMOTE_COMM_ID = LAYOUT.number("remote comm id", 4, 32);

    /** The receiver's QP. */
    public static final MadField REMOTE_QPN = LAYOUT.number("remote qpn", 12, 24);

    /** Within what time the receiver should answer: 4.096 us * 2^n. */
    public static final MadField REMOTE_CM_RESPONSE_TIMEOUT = LAYOUT.number("remote cm response timeout", 15, 5);

    /** The sender's LID on the path. */
    public static final MadField ALTERNATE_LOCAL_LID = LAYOUT.number("alternate local lid", 20, 16);

    /** The receiver's LID on the path. */
    public static final MadField ALTERNATE_REMOTE_LID = LAYOUT.number("alternate remote lid", 22, 16);

    /** The sender's GID on the path. */
    public static final MadGid ALTERNATE_LOCAL_GID = LAYOUT.gid("alternate local gid", 24);

    /** The receiver's GID on the path. */
    public static final MadGid ALTERNATE_REMOTE_GID = LAYOUT.gid("alternate remote gid", 40);

    /** The flow label of the path. */
    public static final MadField ALTERNATE_FLOW_LABEL = LAYOUT.number("alternate flow label", 56, 20);

    /** The traffic class of the path. */
    public static final MadField ALTERNATE_TRAFFIC_CLASS = LAYOUT.number("alternate traffic class", 59, 8);

    /** The hop limit of the path. */
    public static final MadField ALTERNATE_HOP_LIMIT = LAYOUT.number("alternate hop limit", 60, 8);

    /** The rate of the path. */
    public static final MadField ALTERNATE_PACKET_RATE = LAYOUT.bits("alternate packet rate", 61, 2, 6);

    /** The service level of the path. */
    public static final MadField ALTERNATE_SL = LAYOUT.number("alternate sl", 62, 4);

    /** Whether the path stays in its subnet. */
    public static final MadField ALTERNATE_SUBNET_LOCAL = LAYOUT.bits("alternate subnet local", 62, 4, 1);

    /** The wait for an ACK on the path: 4.096 us * 2^n. */
    public static final MadField ALTERNATE_LOCAL_ACK_TIMEOUT = LAYOUT.number("alternate local ack timeout", 63, 5);

    /** The sender's own data. */
    public static final MadArea PRIVATE_DATA = LAYOUT.area("private data", 64, 168);

    private LapMad() {}
}
