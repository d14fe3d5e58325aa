package dev.fenestra.vendor.mlx.user;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A queue's own lock. It does nothing when the user promised a single thread. */
final class QueueLock {
    private static final QueueLock NONE = new QueueLock(null);

    private final @Nullable ReentrantLock lock;

    private QueueLock(@Nullable ReentrantLock lock) {
        this.lock = lock;
    }

    /** The lock of a new queue. Queues without one share an object. */
    static QueueLock of(boolean singleThreaded) {
        return singleThreaded ? NONE : new QueueLock(new ReentrantLock());
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
