package dev.fenestra.hw.sim.hca.vocabulary;

/** The states of a QP (IBA 10.3.1). */
public enum QpState {
    /** No packet and no request is processed. */
    RESET,
    /** Receives may be posted. */
    INIT,
    /** Ready to receive: requests of the peer are processed. */
    RTR,
    /** Ready to send: own requests are processed, too. */
    RTS,
    /** The send queue of a UC or UD QP has failed; its receive queue goes on. */
    SQE,
    /** No further request of the send queue begins. */
    SQD,
    /** All requests are flushed. */
    ERR
}
