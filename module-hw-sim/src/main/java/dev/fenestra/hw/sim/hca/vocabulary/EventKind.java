package dev.fenestra.hw.sim.hca.vocabulary;

/** The events that a device reports to its host (IBA 11.6.3). */
public enum EventKind {
    /** A CQ has a new entry, and was armed. */
    COMPLETION,
    /** The first packet has reached a QP in RTR. */
    COMMUNICATION_ESTABLISHED,
    /** The send queue of a QP in SQD is drained. */
    SEND_QUEUE_DRAINED,
    /** A CQ was overrun. */
    CQ_ERROR,
    /** A QP has failed, and no completion can report it. */
    QP_CATASTROPHIC,
    /** The device itself has failed. */
    DEVICE_CATASTROPHIC,
    /** The link of the port is down. */
    PORT_DOWN,
    /** The link of the port is up. */
    PORT_ACTIVE,
    /** A QP waits for pages of an on-demand region. */
    PAGE_FAULT,
    /** A responder refused a request as invalid. */
    INVALID_REQUEST,
    /** A responder refused an access. */
    ACCESS_ERROR,
    /** A QP in ERR has taken its last receive from its SRQ. */
    LAST_WQE,
    /** An SRQ has fewer receives than its limit. */
    SRQ_LIMIT
}
