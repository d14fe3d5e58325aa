package dev.fenestra.vendor.mlx.user;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A queue's own lock. It does nothing when the user promised a single thread. */
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
