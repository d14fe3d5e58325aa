package dev.fenestra.ib.core.kernel;

import java.util.concurrent.atomic.AtomicInteger;

/** A lock nobody waits for: shared by calls that use an object, exclusive for one that changes or destroys it. */
final class ObjectLock {
    private static final int EXCLUSIVE = -1;

    private final AtomicInteger sharers = new AtomicInteger();

    boolean tryShare() {
        int seen = sharers.get();
        while (seen != EXCLUSIVE) {
            if (sharers.compareAndSet(seen, seen + 1)) {
                return true;
            }
            seen = sharers.get();
        }
        return false;
    }

    void unshare() {
        sharers.decrementAndGet();
    }

    boolean tryExclude() {
        return sharers.compareAndSet(0, EXCLUSIVE);
    }

    void unexclude() {
        sharers.set(0);
    }
}
