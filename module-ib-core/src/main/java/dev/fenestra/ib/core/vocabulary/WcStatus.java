package dev.fenestra.ib.core.vocabulary;

/** Status of a work completion; the ordinal is the number of verbs.h {@code ibv_wc_status}. */
public enum WcStatus {
    /** The request was done. */
    SUCCESS,
    /** The message is longer than the receive, or longer than the port or the path MTU of a UD QP allows. */
    LOC_LEN_ERR,
    /** The QP cannot do this request. */
    LOC_QP_OP_ERR,
    /** RD only: the end-to-end context cannot do this request. */
    LOC_EEC_OP_ERR,
    /** A piece of local data is not covered by its L_Key. */
    LOC_PROT_ERR,
    /** The QP went to ERR before the request was done. */
    WR_FLUSH_ERR,
    /** A bind, a registration or an invalidate was refused by the device. */
    MW_BIND_ERR,
    /** A response of the peer fits no request. */
    BAD_RESP_ERR,
    /** An access to local memory by a request of the peer was refused. */
    LOC_ACCESS_ERR,
    /** The peer says that the request is invalid (NAK 0x61). */
    REM_INV_REQ_ERR,
    /** The peer has refused access to its memory (NAK 0x62). */
    REM_ACCESS_ERR,
    /** The peer could not do the request (NAK 0x63). */
    REM_OP_ERR,
    /** The peer did not answer after all retries. */
    RETRY_EXC_ERR,
    /** The peer had no receive after all retries. */
    RNR_RETRY_EXC_ERR,
    /** RD only: the reliable datagram domains differ. */
    LOC_RDD_VIOL_ERR,
    /** RD only: the peer refuses the request. */
    REM_INV_RD_REQ_ERR,
    /** The peer has aborted the request. */
    REM_ABORT_ERR,
    /** RD only: the end-to-end context is unknown. */
    INV_EECN_ERR,
    /** RD only: the end-to-end context is in a wrong state. */
    INV_EEC_STATE_ERR,
    /** The device has failed. */
    FATAL_ERR,
    /** A response did not come in time. */
    RESP_TIMEOUT_ERR,
    /** Another error; the vendor's number says which. */
    GENERAL_ERR,
    /** Tag matching has failed. */
    TM_ERR,
    /** A rendezvous of tag matching was not completed by the device. */
    TM_RNDV_INCOMPLETE;

    private static final WcStatus[] BY_CODE = values();

    /**
     * {@return the status with this number}
     *
     * @param code number of verbs.h
     */
    public static WcStatus of(int code) {
        return BY_CODE[code];
    }
}
