package dev.fenestra.ib.core.cm.protocol;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The lock of a connection manager, and what is put off until it is free: sending, alarms, listeners. */
public final class CmLock {
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Runnable> later = new ArrayDeque<>();

    /** A free lock. */
    public CmLock() {}

    /**
     * {@return the result of work under the lock} Afterwards, without it, what the work has put off.
     *
     * @param <R> type of the result
     * @param work runs under the lock
     */
    public <R extends @Nullable Object> R call(Supplier<R> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
            runLater();
        }
    }

    /**
     * Runs work under the lock, and afterwards, without it, what the work has put off.
     *
     * @param work runs under the lock
     */
    public void run(Runnable work) {
        call(() -> {
            work.run();
            return null;
        });
    }

    /**
     * Puts work off until the lock is free; the caller has the lock.
     *
     * @param work runs without the lock
     */
    public void later(Runnable work) {
        later.addLast(work);
    }

    private void runLater() {
        Runnable next = nextLater();
        while (next != null) {
            next.run();
            next = nextLater();
        }
    }

    private @Nullable Runnable nextLater() {
        if (lock.isHeldByCurrentThread()) {
            return null;
        }
        lock.lock();
        try {
            return later.pollFirst();
        } finally {
            lock.unlock();
        }
    }
}
