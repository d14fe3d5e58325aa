package dev.fenestra.ib.core.vocabulary;

/** State of a QP; the ordinal is the number of verbs.h {@code ibv_qp_state}. */
public enum QpState {
    RESET,
    INIT,
    RTR,
    RTS,
    SQD,
    SQE,
    ERR
}
