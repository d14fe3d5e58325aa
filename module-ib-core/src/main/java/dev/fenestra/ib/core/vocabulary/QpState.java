package dev.fenestra.ib.core.vocabulary;

/** State of a QP; the ordinal is the number of verbs.h {@code ibv_qp_state}. */
public enum QpState {
    /** New or emptied; posts are refused. */
    RESET,
    /** Receives may be posted; nothing arrives. */
    INIT,
    /** Requests of the peer are served; none are sent. */
    RTR,
    /** Requests are sent and served. */
    RTS,
    /** Requests of the peer are served. Requests that have begun are completed, and no further one is sent. */
    SQD,
    /** UC and UD: a send request has failed; receives go on. */
    SQE,
    /** Everything posted is flushed with WR_FLUSH_ERR. */
    ERR
}
