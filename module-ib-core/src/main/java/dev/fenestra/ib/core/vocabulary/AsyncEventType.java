package dev.fenestra.ib.core.vocabulary;

/** What an asynchronous event reports; the ordinal is the number of verbs.h {@code ibv_event_type}. */
public enum AsyncEventType {
    /** A CQ was overrun. It completes nothing any more, and its QPs are in ERR. */
    CQ_ERR,
    /** A QP went to ERR, and no completion can report it. */
    QP_FATAL,
    /** A responder refused a request as invalid, and no receive completion reports it. */
    QP_REQ_ERR,
    /** A responder refused an access by R_Key. */
    QP_ACCESS_ERR,
    /** The first request arrived while the QP was in RTR. */
    COMM_EST,
    /** The send queue of a QP in SQD has ended the requests it had begun. */
    SQ_DRAINED,
    /** A connection has gone over to its alternate path; never raised here. */
    PATH_MIG,
    /** A connection could not go over to its alternate path; never raised here. */
    PATH_MIG_ERR,
    /** The device has failed and can only be closed. */
    DEVICE_FATAL,
    /** A port can send and receive again. */
    PORT_ACTIVE,
    /** A port can no longer send and receive. */
    PORT_ERR,
    /** The local identifier of a port has changed; not on RoCE. */
    LID_CHANGE,
    /** The P_Key table of a port has changed. */
    PKEY_CHANGE,
    /** A port has another subnet manager; not on RoCE. */
    SM_CHANGE,
    /** An SRQ has failed; QPs that take receives from it fail with it. */
    SRQ_ERR,
    /** Fewer WQEs are left in an SRQ than its limit. */
    SRQ_LIMIT_REACHED,
    /** A QP in ERR takes no WQE of its SRQ any more. */
    QP_LAST_WQE_REACHED,
    /** A port must register with the subnet manager anew; not on RoCE. */
    CLIENT_REREGISTER,
    /** The GID table of a port has changed. */
    GID_CHANGE,
    /** A work queue of a raw packet QP has failed; never raised here. */
    WQ_FATAL,
    /** The speed of a port has changed. */
    DEVICE_SPEED_CHANGE,
    /**
     * Ours, beyond verbs.h: the IOMMU has refused an access of the device. The host's refusal log has the bus address.
     */
    IOMMU_FAULT
}
