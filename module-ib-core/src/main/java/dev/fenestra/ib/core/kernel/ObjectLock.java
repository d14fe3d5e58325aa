package dev.fenestra.ib.core.kernel;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A lock nobody waits for: shared by calls that use an object, exclusive for one that changes or destroys it. Its value is the number of those who share it.
 */
final class ObjectLock extends AtomicInteger {
    private static final long serialVersionUID = 1L;

    private static final int EXCLUSIVE = -1;

    boolean tryShare() {
        int seen = get();
        while (seen != EXCLUSIVE) {
            if (compareAndSet(seen, seen + 1)) {
                return true;
            }
            seen = get();
        }
        return false;
    }

    void unshare() {
        decrementAndGet();
    }

    boolean tryExclude() {
        return compareAndSet(0, EXCLUSIVE);
    }

    void unexclude() {
        set(0);
    }
}
