package dev.fenestra.hw.sim.manual;

/** Optional attributes of a QP that a modify command may change. */
public final class QpOptional {
    public static final int REMOTE_READ = 1 << 1;
    public static final int REMOTE_ATOMIC = 1 << 2;
    public static final int REMOTE_WRITE = 1 << 3;
    public static final int PKEY_INDEX = 1 << 4;
    public static final int QKEY = 1 << 5;
    public static final int RNR_TIMER = 1 << 6;

    private QpOptional() {}
}
