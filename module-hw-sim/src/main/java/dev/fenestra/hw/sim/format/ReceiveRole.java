package dev.fenestra.hw.sim.format;

/** What a word of a receive request can mean. */
public enum ReceiveRole {
    /** The program's name for the request, where the format has one. */
    WR_ID,
    /** Pieces of memory. */
    PIECES,
    /** Pieces behind the first, an even number: the last one is empty then. */
    MORE_PIECES,
    /** Bytes of all pieces. */
    DATA_BYTES
}
