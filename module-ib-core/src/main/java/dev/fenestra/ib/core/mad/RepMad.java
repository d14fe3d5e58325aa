package dev.fenestra.ib.core.mad;

/** REP accepts a connection (IBA 12.6.8). */
public final class RepMad {
    /** The table of the fields below. */
    public static final MadLayout LAYOUT = new MadLayout("REP", MadHeader.OCTETS);

    /** The sender's name of the connection. */
    public static final MadField LOCAL_COMM_ID = LAYOUT.number("local comm id", 0, 32);

    /** The receiver's name of the connection. */
    public static final MadField REMOTE_COMM_ID = LAYOUT.number("remote comm id", 4, 32);

    /** For reliable datagrams only. */
    public static final MadField LOCAL_QKEY = LAYOUT.number("local qkey", 8, 32);

    /** The sender's QP. */
    public static final MadField LOCAL_QPN = LAYOUT.number("local qpn", 12, 24);

    /** Octet 2 of who defines the options of ECE. */
    public static final MadField VENDOR_ID_HIGH = LAYOUT.number("vendor id high", 15, 8);

    /** For reliable datagrams only. */
    public static final MadField LOCAL_EECN = LAYOUT.number("local eecn", 16, 24);

    /** Octet 1 of who defines the options of ECE. */
    public static final MadField VENDOR_ID_MIDDLE = LAYOUT.number("vendor id middle", 19, 8);

    /** The first PSN that the receiver of this message sends on the connection (IBA 12.7.31). */
    public static final MadField STARTING_PSN = LAYOUT.number("starting psn", 20, 24);

    /** Octet 0 of who defines the options of ECE. */
    public static final MadField VENDOR_ID_LOW = LAYOUT.number("vendor id low", 23, 8);

    /** READs and atomics that the sender serves at a time. */
    public static final MadField RESPONDER_RESOURCES = LAYOUT.number("responder resources", 24, 8);

    /** READs and atomics that the sender will have outstanding. */
    public static final MadField INITIATOR_DEPTH = LAYOUT.number("initiator depth", 25, 8);

    /** The longest delay of an ACK in the sender: 4.096 us * 2^n. */
    public static final MadField TARGET_ACK_DELAY = LAYOUT.number("target ack delay", 26, 5);

    /** 0 when the alternate path is accepted, 1 when it is not supported. */
    public static final MadField FAILOVER_ACCEPTED = LAYOUT.bits("failover accepted", 26, 5, 2);

    /** Whether the sender counts credits. */
    public static final MadField END_TO_END_FLOW_CONTROL = LAYOUT.bits("end to end flow control", 26, 7, 1);

    /** How often the receiver retries after an RNR NAK; 7 for ever. */
    public static final MadField RNR_RETRY_COUNT = LAYOUT.number("rnr retry count", 27, 3);

    /** Whether the sender's QP has an SRQ. */
    public static final MadField SRQ = LAYOUT.bits("srq", 27, 3, 1);

    /** The sender's device. */
    public static final MadField LOCAL_CA_GUID = LAYOUT.number("local ca guid", 28, 64);

    /** The sender's own data. */
    public static final MadArea PRIVATE_DATA = LAYOUT.area("private data", 36, 196);

    private RepMad() {}
}
