package dev.fenestra.hw.sim.mlx5.prm;

/** Optional attributes of a QP that a modify command may change. */
public final class QpOptional {
    /** {@link Qpc#REMOTE_READ}. */
    public static final int REMOTE_READ = 1 << 1;
    /** {@link Qpc#REMOTE_ATOMIC}. */
    public static final int REMOTE_ATOMIC = 1 << 2;
    /** {@link Qpc#REMOTE_WRITE}. */
    public static final int REMOTE_WRITE = 1 << 3;
    /** {@link Qpc#PKEY_INDEX}. */
    public static final int PKEY_INDEX = 1 << 4;
    /** {@link Qpc#QKEY}. */
    public static final int QKEY = 1 << 5;
    /** {@link Qpc#MIN_RNR_TIMER}. */
    public static final int RNR_TIMER = 1 << 6;

    /** The fields of the {@link Qpc} whose names begin with {@code path.}, without P_Key index and ACK timeout. */
    public static final int PATH = 1 << 7;
    /** {@link Qpc#LOG_REQUESTER_DEPTH}. */
    public static final int REQUESTER_DEPTH = 1 << 8;
    /** {@link Qpc#LOG_RESPONDER_DEPTH}. */
    public static final int RESPONDER_DEPTH = 1 << 9;
    /** {@link Qpc#RETRY_COUNT}. */
    public static final int RETRY_COUNT = 1 << 12;
    /** {@link Qpc#RNR_RETRY}. */
    public static final int RNR_RETRY = 1 << 13;
    /** {@link Qpc#ACK_TIMEOUT}. */
    public static final int ACK_TIMEOUT = 1 << 14;
    /** Ours, for RTS2SQD_QP: raise {@link EventType#SEND_QUEUE_DRAINED} once the send queue is drained. */
    public static final int TELL_DRAINED = 1 << 31;

    private QpOptional() {}
}
