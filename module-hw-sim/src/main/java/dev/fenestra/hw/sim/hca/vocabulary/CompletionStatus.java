package dev.fenestra.hw.sim.hca.vocabulary;

/** How a request has ended (IBA 11.6.2). */
public enum CompletionStatus {
    /** The request is done. */
    SUCCESS,
    /** The request is longer than the port or the receive allows. */
    LOCAL_LENGTH,
    /** The request itself is invalid. */
    LOCAL_QP_OPERATION,
    /** A local key does not allow the access. */
    LOCAL_PROTECTION,
    /** The QP was in error when it reached the request. */
    FLUSHED,
    /** A bind, an invalidate or another change of a key was refused. */
    MW_BIND,
    /** The peer's answer does not fit the request. */
    BAD_RESPONSE,
    /** A receive buffer could not be written. */
    LOCAL_ACCESS,
    /** The peer refused the request as invalid. */
    REMOTE_INVALID_REQUEST,
    /** The peer refused the access. */
    REMOTE_ACCESS,
    /** The peer failed. */
    REMOTE_OPERATION,
    /** The peer did not answer within the retries. */
    RETRY_EXCEEDED,
    /** The peer had no receive ready within the RNR retries. */
    RNR_RETRY_EXCEEDED
}
