package dev.fenestra.hw.sim.prm;

/** The reason in an error CQE. */
public final class CqeSyndrome {
    public static final int NONE = 0x00;
    public static final int LOCAL_LENGTH = 0x01;
    public static final int LOCAL_QP_OPERATION = 0x02;
    public static final int LOCAL_PROTECTION = 0x04;
    public static final int FLUSHED = 0x05;
    public static final int MW_BIND = 0x06;
    public static final int BAD_RESPONSE = 0x10;
    public static final int LOCAL_ACCESS = 0x11;
    public static final int REMOTE_INVALID_REQUEST = 0x12;
    public static final int REMOTE_ACCESS = 0x13;
    public static final int REMOTE_OPERATION = 0x14;
    public static final int RETRY_EXCEEDED = 0x15;
    public static final int RNR_RETRY_EXCEEDED = 0x16;
    public static final int REMOTE_ABORTED = 0x22;

    private CqeSyndrome() {}

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
