package dev.fenestra.ib.core.cm.protocol;

/** State of a connection (IBA 12.9.5, rdma/ib_cm.h). */
public enum CmState {
    /** No exchange: none yet, or none any more. */
    IDLE,
    /** REQ is sent. */
    REQ_SENT,
    /** REQ has come; the program has to answer. */
    REQ_RCVD,
    /** The peer needs time to answer our REQ. */
    MRA_REQ_RCVD,
    /** The program needs time to answer a REQ; the peer is told when it asks again. */
    MRA_REQ_SENT,
    /** REP is sent. */
    REP_SENT,
    /** REP has come; the program has to bring its QP up. */
    REP_RCVD,
    /** The peer needs time to answer our REP. */
    MRA_REP_RCVD,
    /** The program needs time to answer a REP; the peer is told when it asks again. */
    MRA_REP_SENT,
    /** The connection may be used. */
    ESTABLISHED,
    /** DREQ is sent. */
    DREQ_SENT,
    /** DREQ has come; the program has to agree. */
    DREQ_RCVD,
    /** It has ended; packets of it may still be under way. */
    TIMEWAIT,
    /** SIDR_REQ is sent. */
    SIDR_REQ_SENT,
    /** SIDR_REQ has come; the program has to answer. */
    SIDR_REQ_RCVD
}
