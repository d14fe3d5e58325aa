package dev.fenestra.ib.core.cm.protocol;

/** What a step sends. */
enum CmAction {
    /** Nothing. */
    NOTHING,
    /** The caller's message, again and again until it is answered. */
    SEND_UNTIL_ANSWERED,
    /** The caller's message, once. */
    SEND,
    RTU,
    MRA,
    DREQ,
    DREP,
    /** REJ with reason 10. */
    REJ_STALE,
    /** REJ with reason 4. */
    REJ_TIMEOUT,
    /** REJ with reason 28. */
    REJ_CONSUMER,
    /** SIDR_REP with status 2. */
    SIDR_REJECT,
    /** APR with status 2: alternate paths are not supported. */
    APR,
    /** Nothing; the next retry waits as long as the peer's MRA says. */
    WAIT_LONGER
}
