package dev.fenestra.hw.sim.format;

/** What a word of a completion can mean. */
public enum CompletionRole {
    /** The program's name for the request, where the format has one. */
    WR_ID,
    /** How the request has ended. */
    STATUS,
    /** What has completed. */
    OPCODE,
    /** Set for a receive. */
    RECEIVE,
    /** Set for a receive that is done. */
    RECEIVED,
    /** Set for a send request. */
    SEND,
    /** The card's number for what went wrong. */
    VENDOR_ERROR,
    /** Bytes that arrived. */
    BYTES,
    /** Immediate data. */
    IMMEDIATE,
    /** The invalidated key. */
    KEY,
    /** The QP. */
    QPN,
    /** What software calls the QP. */
    QP_NAME,
    /** UD: the QP that sent the datagram. */
    SOURCE_QPN,
    /** A GRH lies before the data. */
    GRH,
    /** Immediate data came. */
    WITH_IMMEDIATE,
    /** A key was invalidated. */
    WITH_KEY,
    /** The request, as its queue counts. */
    INDEX
}
