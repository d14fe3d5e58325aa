package dev.fenestra.ib.core.kernel.objects;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * A lock without waiting: calls that use an object share it, and a call that changes or destroys the object has it
 * alone. Objects are locks themselves, since there may be a million of them.
 */
abstract class ObjectLock {
    private static final AtomicIntegerFieldUpdater<ObjectLock> SHARERS =
            AtomicIntegerFieldUpdater.newUpdater(ObjectLock.class, "sharers");
    private static final int EXCLUSIVE = -1;

    private volatile int sharers;

    public final boolean tryShare() {
        int seen = sharers;
        while (seen != EXCLUSIVE) {
            if (SHARERS.compareAndSet(this, seen, seen + 1)) {
                return true;
            }
            seen = sharers;
        }
        return false;
    }

    public final void unshare() {
        SHARERS.decrementAndGet(this);
    }

    final boolean tryExclude() {
        return SHARERS.compareAndSet(this, 0, EXCLUSIVE);
    }

    final void unexclude() {
        sharers = 0;
    }
}
