package dev.fenestra.hw.sim.prm;

/** Optional attributes of a QP that a modify command may change. */
public final class QpOptional {
    public static final int REMOTE_READ = 1 << 1;
    public static final int REMOTE_ATOMIC = 1 << 2;
    public static final int REMOTE_WRITE = 1 << 3;
    public static final int PKEY_INDEX = 1 << 4;
    public static final int QKEY = 1 << 5;
    public static final int RNR_TIMER = 1 << 6;

    public static final int PATH = 1 << 7;
    public static final int REQUESTER_DEPTH = 1 << 8;
    public static final int RESPONDER_DEPTH = 1 << 9;
    public static final int RETRY_COUNT = 1 << 12;
    public static final int RNR_RETRY = 1 << 13;
    public static final int ACK_TIMEOUT = 1 << 14;
    /** Ours, for RTS2SQD_QP: an event tells when the send queue is drained. */
    public static final int TELL_DRAINED = 1 << 31;

    private QpOptional() {}
}
