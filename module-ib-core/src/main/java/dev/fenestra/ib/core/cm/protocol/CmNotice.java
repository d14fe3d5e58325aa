package dev.fenestra.ib.core.cm.protocol;

/** What the user of a connection is told (rdma/ib_cm.h {@code ib_cm_event_type}). */
public enum CmNotice {
    /** Nobody has answered REQ. */
    REQ_ERROR,
    /** REP has come. */
    REP_RECEIVED,
    /** Nobody has answered REP. */
    REP_ERROR,
    /** RTU has come. */
    RTU_RECEIVED,
    /** The user has said that data have come. */
    USER_ESTABLISHED,
    /** DREQ has come. */
    DREQ_RECEIVED,
    /** Nobody has answered DREQ. */
    DREQ_ERROR,
    /** DREP has come. */
    DREP_RECEIVED,
    /** Time-wait is over. */
    TIMEWAIT_EXIT,
    /** REJ has come. */
    REJ_RECEIVED,
    /** Nobody has answered SIDR_REQ. */
    SIDR_REQ_ERROR,
    /** SIDR_REP has come. */
    SIDR_REP_RECEIVED
}
