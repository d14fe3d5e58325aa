package dev.fenestra.ib.core.mad;

/** REQ asks for a connection (IBA 12.6.5). */
public final class ReqMad {
    /** The table of the fields below. */
    public static final MadLayout LAYOUT = new MadLayout("REQ", MadHeader.OCTETS);

    /** The sender's name of the connection. */
    public static final MadField LOCAL_COMM_ID = LAYOUT.number("local comm id", 0, 32);

    /** Who defines the options of ECE; 0 without ECE. */
    public static final MadField VENDOR_ID = LAYOUT.number("vendor id", 5, 24);

    /** What the sender wants to be connected with. */
    public static final MadField SERVICE_ID = LAYOUT.number("service id", 8, 64);

    /** The sender's device. */
    public static final MadField LOCAL_CA_GUID = LAYOUT.number("local ca guid", 16, 64);

    /** For reliable datagrams only. */
    public static final MadField LOCAL_QKEY = LAYOUT.number("local qkey", 28, 32);

    /** The sender's QP. */
    public static final MadField LOCAL_QPN = LAYOUT.number("local qpn", 32, 24);

    /** READs and atomics that the sender serves at a time. */
    public static final MadField RESPONDER_RESOURCES = LAYOUT.number("responder resources", 35, 8);

    /** For reliable datagrams, and the QP of an XRC target. */
    public static final MadField LOCAL_EECN = LAYOUT.number("local eecn", 36, 24);

    /** READs and atomics that the sender wants to have outstanding. */
    public static final MadField INITIATOR_DEPTH = LAYOUT.number("initiator depth", 39, 8);

    /** For reliable datagrams only. */
    public static final MadField REMOTE_EECN = LAYOUT.number("remote eecn", 40, 24);

    /** Within what time the receiver should answer: 4.096 us * 2^n. */
    public static final MadField REMOTE_CM_RESPONSE_TIMEOUT = LAYOUT.number("remote cm response timeout", 43, 5);

    /** 0 RC, 1 UC, 2 RD, 3 extended. */
    public static final MadField TRANSPORT_SERVICE_TYPE = LAYOUT.bits("transport service type", 43, 5, 2);

    /** Whether the sender counts credits. */
    public static final MadField END_TO_END_FLOW_CONTROL = LAYOUT.bits("end to end flow control", 43, 7, 1);

    /** The first PSN that the receiver of this message sends on the connection (IBA 12.7.31). */
    public static final MadField STARTING_PSN = LAYOUT.number("starting psn", 44, 24);

    /** Within what time the sender answers: 4.096 us * 2^n. */
    public static final MadField LOCAL_CM_RESPONSE_TIMEOUT = LAYOUT.number("local cm response timeout", 47, 5);

    /** How often the QPs retry after a timeout. */
    public static final MadField RETRY_COUNT = LAYOUT.bits("retry count", 47, 5, 3);

    /** The P_Key of the connection. */
    public static final MadField PARTITION_KEY = LAYOUT.number("partition key", 48, 16);

    /** The largest payload of a packet, as the code of an ibv_mtu. */
    public static final MadField PATH_MTU = LAYOUT.number("path mtu", 50, 4);

    /** For reliable datagrams only. */
    public static final MadField RDC_EXISTS = LAYOUT.bits("rdc exists", 50, 4, 1);

    /** How often the receiver retries after an RNR NAK; 7 for ever. */
    public static final MadField RNR_RETRY_COUNT = LAYOUT.bits("rnr retry count", 50, 5, 3);

    /** How often a message of this exchange is sent again. */
    public static final MadField MAX_CM_RETRIES = LAYOUT.number("max cm retries", 51, 4);

    /** Whether the sender's QP has an SRQ. */
    public static final MadField SRQ = LAYOUT.bits("srq", 51, 4, 1);

    /** 1 for XRC. */
    public static final MadField EXTENDED_TRANSPORT_TYPE = LAYOUT.bits("extended transport type", 51, 5, 3);

    /** The sender's LID on the primary path; 0xffff on Ethernet. */
    public static final MadField PRIMARY_LOCAL_LID = LAYOUT.number("primary local lid", 52, 16);

    /** The receiver's LID on the primary path; 0xffff on Ethernet. */
    public static final MadField PRIMARY_REMOTE_LID = LAYOUT.number("primary remote lid", 54, 16);

    /** The sender's GID on the primary path. */
    public static final MadGid PRIMARY_LOCAL_GID = LAYOUT.gid("primary local gid", 56);

    /** The receiver's GID on the primary path. */
    public static final MadGid PRIMARY_REMOTE_GID = LAYOUT.gid("primary remote gid", 72);

    /** The flow label of the primary path. */
    public static final MadField PRIMARY_FLOW_LABEL = LAYOUT.number("primary flow label", 88, 20);

    /** The rate of the primary path. */
    public static final MadField PRIMARY_PACKET_RATE = LAYOUT.bits("primary packet rate", 91, 2, 6);

    /** The traffic class of the primary path. */
    public static final MadField PRIMARY_TRAFFIC_CLASS = LAYOUT.number("primary traffic class", 92, 8);

    /** The hop limit of the primary path. */
    public static final MadField PRIMARY_HOP_LIMIT = LAYOUT.number("primary hop limit", 93, 8);

    /** The service level of the primary path. */
    public static final MadField PRIMARY_SL = LAYOUT.number("primary sl", 94, 4);

    /** Whether the primary path stays in its subnet. */
    public static final MadField PRIMARY_SUBNET_LOCAL = LAYOUT.bits("primary subnet local", 94, 4, 1);

    /** The wait for an ACK on the primary path: 4.096 us * 2^n. */
    public static final MadField PRIMARY_LOCAL_ACK_TIMEOUT = LAYOUT.number("primary local ack timeout", 95, 5);

    /** The sender's LID on the alternate path; 0xffff on Ethernet. */
    public static final MadField ALTERNATE_LOCAL_LID = LAYOUT.number("alternate local lid", 96, 16);

    /** The receiver's LID on the alternate path; 0xffff on Ethernet. */
    public static final MadField ALTERNATE_REMOTE_LID = LAYOUT.number("alternate remote lid", 98, 16);

    /** The sender's GID on the alternate path. */
    public static final MadGid ALTERNATE_LOCAL_GID = LAYOUT.gid("alternate local gid", 100);

    /** The receiver's GID on the alternate path. */
    public static final MadGid ALTERNATE_REMOTE_GID = LAYOUT.gid("alternate remote gid", 116);

    /** The flow label of the alternate path. */
    public static final MadField ALTERNATE_FLOW_LABEL = LAYOUT.number("alternate flow label", 132, 20);

    /** The rate of the alternate path. */
    public static final MadField ALTERNATE_PACKET_RATE = LAYOUT.bits("alternate packet rate", 135, 2, 6);

    /** The traffic class of the alternate path. */
    public static final MadField ALTERNATE_TRAFFIC_CLASS = LAYOUT.number("alternate traffic class", 136, 8);

    /** The hop limit of the alternate path. */
    public static final MadField ALTERNATE_HOP_LIMIT = LAYOUT.number("alternate hop limit", 137, 8);

    /** The service level of the alternate path. */
    public static final MadField ALTERNATE_SL = LAYOUT.number("alternate sl", 138, 4);

    /** Whether the alternate path stays in its subnet. */
    public static final MadField ALTERNATE_SUBNET_LOCAL = LAYOUT.bits("alternate subnet local", 138, 4, 1);

    /** The wait for an ACK on the alternate path: 4.096 us * 2^n. */
    public static final MadField ALTERNATE_LOCAL_ACK_TIMEOUT = LAYOUT.number("alternate local ack timeout", 139, 5);

    /** Whether the sender suggests alternate paths. */
    public static final MadField SAP_SUPPORTED = LAYOUT.bits("sap supported", 139, 5, 1);

    /** The sender's own data; rdma_cm puts its header first. */
    public static final MadArea PRIVATE_DATA = LAYOUT.area("private data", 140, 92);

    private ReqMad() {}
}
