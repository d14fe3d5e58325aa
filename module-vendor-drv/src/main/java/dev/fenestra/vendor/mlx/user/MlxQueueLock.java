package dev.fenestra.vendor.mlx.user;

import java.util.concurrent.locks.ReentrantLock;

/** The lock of queues whose user promised a single thread: it does nothing, and all these queues share it. */
final class MlxQueueLock extends ReentrantLock {
    private static final long serialVersionUID = 1;
    private static final MlxQueueLock NONE = new MlxQueueLock();

    private MlxQueueLock() {}

    /** A queue's own lock. */
    static ReentrantLock of(boolean singleThreaded) {
        return singleThreaded ? NONE : new ReentrantLock();
    }

    @Override
    public void lock() {
        // Nobody else is there.
    }

    @Override
    public void unlock() {
        // Nobody else was there.
    }
}
