package dev.fenestra.ib.core.vocabulary;

/** Status of a work completion; numbers as in verbs.h {@code ibv_wc_status}. */
public enum WcStatus {
    /** The request was done. */
    SUCCESS(0),
    /** The message is longer than the receive, or longer than the port or the path MTU of a UD QP allows. */
    LOC_LEN_ERR(1),
    /** The QP cannot do this request. */
    LOC_QP_OP_ERR(2),
    /** RD only: the end-to-end context cannot do this request. */
    LOC_EEC_OP_ERR(3),
    /** A piece of local data is not covered by its L_Key. */
    LOC_PROT_ERR(4),
    /** The QP went to ERR before the request was done. */
    WR_FLUSH_ERR(5),
    /** A bind, a registration or an invalidate was refused by the device. */
    MW_BIND_ERR(6),
    /** A response of the peer fits no request. */
    BAD_RESP_ERR(7),
    /** An access to local memory by a request of the peer was refused. */
    LOC_ACCESS_ERR(8),
    /** The peer says that the request is invalid (NAK 0x61). */
    REM_INV_REQ_ERR(9),
    /** The peer has refused access to its memory (NAK 0x62). */
    REM_ACCESS_ERR(10),
    /** The peer could not do the request (NAK 0x63). */
    REM_OP_ERR(11),
    /** The peer did not answer after all retries. */
    RETRY_EXC_ERR(12),
    /** The peer had no receive after all retries. */
    RNR_RETRY_EXC_ERR(13),
    /** RD only: the reliable datagram domains differ. */
    LOC_RDD_VIOL_ERR(14),
    /** RD only: the peer refuses the request. */
    REM_INV_RD_REQ_ERR(15),
    /** The peer has aborted the request. */
    REM_ABORT_ERR(16),
    /** RD only: the end-to-end context is unknown. */
    INV_EECN_ERR(17),
    /** RD only: the end-to-end context is in a wrong state. */
    INV_EEC_STATE_ERR(18),
    /** The device has failed. */
    FATAL_ERR(19),
    /** A response did not come in time. */
    RESP_TIMEOUT_ERR(20),
    /** Another error; the vendor's number says which. */
    GENERAL_ERR(21),
    /** Tag matching has failed. */
    TM_ERR(22),
    /** A rendezvous of tag matching was not completed by the device. */
    TM_RNDV_INCOMPLETE(23);

    private static final WcStatus[] BY_CODE = new WcStatus[24];

    static {
        for (WcStatus status : values()) {
            BY_CODE[status.code] = status;
        }
    }

    private final int code;

    WcStatus(int code) {
        this.code = code;
    }

    /** {@return its number in verbs.h} */
    public int code() {
        return code;
    }

    /**
     * {@return the status with this number}
     *
     * @param code number of verbs.h
     */
    public static WcStatus of(int code) {
        return BY_CODE[code];
    }
}
