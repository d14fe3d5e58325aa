package dev.fenestra.ib.core.vocabulary;

/**
 * The memory that a process may pin.
 *
 * @param bytes RLIMIT_MEMLOCK; 0 for a user who may not lock memory at all
 * @param capIpcLock the process has CAP_IPC_LOCK, so the limit does not apply
 */
public record LockLimit(long bytes, boolean capIpcLock) {
    /** No limit. */
    public static final LockLimit NONE = new LockLimit(Long.MAX_VALUE, false);

    /** {@return whether the limit is RLIM_INFINITY} */
    public boolean isInfinite() {
        return bytes == Long.MAX_VALUE;
    }
}
