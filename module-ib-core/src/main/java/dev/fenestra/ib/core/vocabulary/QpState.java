package dev.fenestra.ib.core.vocabulary;

import java.util.Arrays;
import java.util.Optional;

/** State of a QP; numbers as in verbs.h {@code ibv_qp_state}. */
public enum QpState {
    /** New or emptied; posts are refused. */
    RESET(0),
    /** Receives may be posted; nothing arrives. */
    INIT(1),
    /** Requests of the peer are served; none are sent. */
    RTR(2),
    /** Requests are sent and served. */
    RTS(3),
    /** Requests of the peer are served. Requests that have begun are completed, and no further one is sent. */
    SQD(4),
    /** UC and UD: a send request has failed; receives go on. */
    SQE(5),
    /** Everything posted is flushed with WR_FLUSH_ERR. */
    ERR(6);

    private final int code;

    QpState(int code) {
        this.code = code;
    }

    /** {@return its number in verbs.h} */
    public int code() {
        return code;
    }

    /**
     * {@return the state with this number; empty for a number that means nothing}
     *
     * @param code number of verbs.h
     */
    public static Optional<QpState> of(int code) {
        return Arrays.stream(values()).filter(state -> state.code == code).findFirst();
    }
}
