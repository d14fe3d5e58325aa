package dev.fenestra.hw.sim.hca.vocabulary;

/** What a completion is about. */
public enum CompletionKind {
    /** A send request is done. */
    REQUEST,
    /** A send request has failed. */
    REQUEST_FAILED,
    /** A receive is done: a SEND arrived. */
    RECEIVE_SEND,
    /** A receive is done: a SEND with immediate data arrived. */
    RECEIVE_SEND_IMM,
    /** A receive is done: a SEND with invalidate arrived. */
    RECEIVE_SEND_INV,
    /** A receive is done: an RDMA WRITE with immediate data arrived. */
    RECEIVE_WRITE_IMM,
    /** A receive has failed. */
    RECEIVE_FAILED
}
