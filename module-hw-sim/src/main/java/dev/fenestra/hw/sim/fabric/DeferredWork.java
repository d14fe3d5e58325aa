package dev.fenestra.hw.sim.fabric;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Work put off until whoever drives has ended its step. */
final class DeferredWork {
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    /** Of what was put off, what has not ended. */
    private final AtomicInteger unfinished = new AtomicInteger();

    /** Callable from any thread. */
    void add(Runnable work) {
        unfinished.incrementAndGet();
        waiting.add(work);
    }

    /** Whether something waits, or is being worked on by whatever thread. */
    boolean isAny() {
        return unfinished.get() > 0;
    }

    /** Runs what waits, and what that adds. To be called with no lock held: it may wait for the devices. */
    void run() {
        if (!isAny()) {
            return;
        }
        Runnable work = waiting.poll();
        while (work != null) {
            try {
                work.run();
            } finally {
                unfinished.decrementAndGet();
            }
            work = waiting.poll();
        }
    }
}
