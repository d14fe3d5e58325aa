package dev.fenestra.hw.sim.mlx5.prm;

/** The reason in an error CQE. */
public final class CqeSyndrome {
    /** No error. */
    public static final int NONE = 0x00;
    /** The request is longer than the port or the receive allows. */
    public static final int LOCAL_LENGTH = 0x01;
    /** The request itself is invalid. */
    public static final int LOCAL_QP_OPERATION = 0x02;
    /** A local key does not allow the access. */
    public static final int LOCAL_PROTECTION = 0x04;
    /** The QP was in error when it reached the request. */
    public static final int FLUSHED = 0x05;
    /** A bind, an invalidate or another change of a key was refused. */
    public static final int MW_BIND = 0x06;
    /** The peer's answer does not fit the request. */
    public static final int BAD_RESPONSE = 0x10;
    /** A receive buffer could not be written. */
    public static final int LOCAL_ACCESS = 0x11;
    /** The peer refused the request as invalid. */
    public static final int REMOTE_INVALID_REQUEST = 0x12;
    /** The peer refused the access. */
    public static final int REMOTE_ACCESS = 0x13;
    /** The peer failed. */
    public static final int REMOTE_OPERATION = 0x14;
    /** The peer did not answer within the retries. */
    public static final int RETRY_EXCEEDED = 0x15;
    /** The peer had no receive ready within the RNR retries. */
    public static final int RNR_RETRY_EXCEEDED = 0x16;
    /** The operation was aborted. */
    public static final int REMOTE_ABORTED = 0x22;

    private CqeSyndrome() {}

    /**
     * {@return the name of the completion status, as in {@code ibv_wc_status}}
     *
     * @param syndrome one of these constants; others become hex
     */
    public static String name(int syndrome) {
        return switch (syndrome) {
            case NONE -> "SUCCESS";
            case LOCAL_LENGTH -> "LOC_LEN_ERR";
            case LOCAL_QP_OPERATION -> "LOC_QP_OP_ERR";
            case LOCAL_PROTECTION -> "LOC_PROT_ERR";
            case FLUSHED -> "WR_FLUSH_ERR";
            case MW_BIND -> "MW_BIND_ERR";
            case BAD_RESPONSE -> "BAD_RESP_ERR";
            case LOCAL_ACCESS -> "LOC_ACCESS_ERR";
            case REMOTE_INVALID_REQUEST -> "REM_INV_REQ_ERR";
            case REMOTE_ACCESS -> "REM_ACCESS_ERR";
            case REMOTE_OPERATION -> "REM_OP_ERR";
            case RETRY_EXCEEDED -> "RETRY_EXC_ERR";
            case RNR_RETRY_EXCEEDED -> "RNR_RETRY_EXC_ERR";
            case REMOTE_ABORTED -> "REM_ABORT_ERR";
            default -> String.format("0x%02x", syndrome);
        };
    }
}
