package dev.fenestra.ib.core.cm.protocol;

/** What happens to a connection: a call of its user, a message of its peer, or the end of a wait. */
public enum CmInput {
    /** Call: send REQ. */
    CONNECT,
    /** Call: the answer to REQ or REP takes time. */
    DELAY,
    /** Call: send REP. */
    ACCEPT,
    /** Call: send RTU. */
    READY,
    /** Call: send REJ. */
    REJECT,
    /** Call: data have come before RTU. */
    ESTABLISH,
    /** Call: send DREQ, or DREP for one that has come. */
    DISCONNECT,
    /** Call: send SIDR_REQ. */
    ASK_SERVICE,
    /** Call: send SIDR_REP. */
    NAME_SERVICE,
    /** Call: nobody uses the connection any more. */
    ABANDON,
    /** The first REQ of a connection has come. */
    REQ,
    /** A REQ has come again. */
    REQ_AGAIN,
    /** MRA for our REQ has come. */
    MRA_OF_REQ,
    /** MRA for our REP has come. */
    MRA_OF_REP,
    /** REP has come. */
    REP,
    /** RTU has come. */
    RTU,
    /** REJ has come. */
    REJ,
    /** REJ has come: the peer believes that a connection of before is still there. */
    REJ_STALE,
    /** DREQ has come. */
    DREQ,
    /** DREP has come. */
    DREP,
    /** LAP has come. */
    LAP,
    /** The first SIDR_REQ of a request has come. */
    SIDR_REQ,
    /** SIDR_REP has come. */
    SIDR_REP,
    /** The last retry has not been answered. */
    UNANSWERED,
    /** Time-wait is over. */
    TIMEWAIT_OVER
}
