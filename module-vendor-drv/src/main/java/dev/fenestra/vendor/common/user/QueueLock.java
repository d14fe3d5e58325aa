package dev.fenestra.vendor.common.user;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A queue's own lock; it does nothing where the user promised one thread. */
final class QueueLock {
    private final @Nullable ReentrantLock lock;

    QueueLock(boolean singleThreaded) {
        lock = singleThreaded ? null : new ReentrantLock();
    }

    void lock() {
        if (lock != null) {
            lock.lock();
        }
    }

    void unlock() {
        if (lock != null) {
            lock.unlock();
        }
    }
}
