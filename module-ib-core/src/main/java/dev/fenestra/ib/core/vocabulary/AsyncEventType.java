package dev.fenestra.ib.core.vocabulary;

/** What an asynchronous event tells; the ordinal is the number of verbs.h {@code ibv_event_type}. */
public enum AsyncEventType {
    /** A CQ was overrun: it is dead, and its QPs are in ERR. */
    CQ_ERR,
    /** A QP went to ERR and no completion can say so. */
    QP_FATAL,
    /** A responder refused a request as invalid, and no receive tells it. */
    QP_REQ_ERR,
    /** A responder refused an access by R_Key. */
    QP_ACCESS_ERR,
    /** The first request arrived while the QP was in RTR. */
    COMM_EST,
    /** The send queue of a QP in SQD has nothing in work any more. */
    SQ_DRAINED,
    PATH_MIG,
    PATH_MIG_ERR,
    DEVICE_FATAL,
    PORT_ACTIVE,
    PORT_ERR,
    LID_CHANGE,
    PKEY_CHANGE,
    SM_CHANGE,
    SRQ_ERR,
    /** Fewer WQEs are left in an SRQ than its limit. */
    SRQ_LIMIT_REACHED,
    /** A QP in ERR takes no WQE of its SRQ any more. */
    QP_LAST_WQE_REACHED,
    CLIENT_REREGISTER,
    GID_CHANGE,
    WQ_FATAL,
    DEVICE_SPEED_CHANGE,
    /**
     * Ours, beyond verbs.h: the IOMMU has refused an access of the device. The host's refusal log has the bus address.
     */
    IOMMU_FAULT
}
