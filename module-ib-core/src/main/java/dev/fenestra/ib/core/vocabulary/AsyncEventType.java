package dev.fenestra.ib.core.vocabulary;

/** What an asynchronous event reports; numbers as in verbs.h {@code ibv_event_type}. */
public enum AsyncEventType {
    /** A CQ was overrun. It completes nothing any more, and its QPs are in ERR. */
    CQ_ERR(0),
    /** A QP went to ERR, and no completion can report it. */
    QP_FATAL(1),
    /** A responder refused a request as invalid, and no receive completion reports it. */
    QP_REQ_ERR(2),
    /** A responder refused an access by R_Key. */
    QP_ACCESS_ERR(3),
    /** The first request arrived while the QP was in RTR. */
    COMM_EST(4),
    /** The send queue of a QP in SQD has ended the requests it had begun. */
    SQ_DRAINED(5),
    /** A connection has gone over to its alternate path; never raised here. */
    PATH_MIG(6),
    /** A connection could not go over to its alternate path; never raised here. */
    PATH_MIG_ERR(7),
    /** The device has failed and can only be closed. */
    DEVICE_FATAL(8),
    /** A port can send and receive again. */
    PORT_ACTIVE(9),
    /** A port can no longer send and receive. */
    PORT_ERR(10),
    /** The local identifier of a port has changed; not on RoCE. */
    LID_CHANGE(11),
    /** The P_Key table of a port has changed. */
    PKEY_CHANGE(12),
    /** A port has another subnet manager; not on RoCE. */
    SM_CHANGE(13),
    /** An SRQ has failed; QPs that take receives from it fail with it. */
    SRQ_ERR(14),
    /** Fewer WQEs are left in an SRQ than its limit. */
    SRQ_LIMIT_REACHED(15),
    /** A QP in ERR takes no WQE of its SRQ any more. */
    QP_LAST_WQE_REACHED(16),
    /** A port must register with the subnet manager anew; not on RoCE. */
    CLIENT_REREGISTER(17),
    /** The GID table of a port has changed. */
    GID_CHANGE(18),
    /** A work queue of a raw packet QP has failed; never raised here. */
    WQ_FATAL(19),
    /** The speed of a port has changed. */
    DEVICE_SPEED_CHANGE(20),
    /**
     * Ours, beyond verbs.h: the IOMMU has refused an access of the device. The host's refusal log has the bus address.
     */
    IOMMU_FAULT(21);

    private final int code;

    AsyncEventType(int code) {
        this.code = code;
    }

    /** {@return its number in verbs.h} */
    public int code() {
        return code;
    }
}
