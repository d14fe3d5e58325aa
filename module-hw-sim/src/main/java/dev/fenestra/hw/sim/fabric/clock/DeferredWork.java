package dev.fenestra.hw.sim.fabric.clock;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Work deferred until the thread that drives has ended its step. */
public final class DeferredWork {
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    /** Deferred work that has not ended. */
    private final AtomicInteger unfinished = new AtomicInteger();

    /** Makes an empty list. */
    public DeferredWork() {}

    /**
     * Adds work, which runs at the next {@link #run}. Callable from any thread.
     *
     * @param work runs once
     */
    public void add(Runnable work) {
        unfinished.incrementAndGet();
        waiting.add(work);
    }

    /** {@return whether work waits or runs, on any thread} */
    boolean isAny() {
        return unfinished.get() > 0;
    }

    /** {@return the work that has waited longest, while nothing runs; else null} */
    @Nullable
    Runnable neglected() {
        Runnable first = waiting.peek();
        return unfinished.get() <= waiting.size() ? first : null;
    }

    /**
     * Runs the work that waits, and the work that it adds. The caller holds no lock, since work may wait for the
     * devices.
     *
     * @return whether there was any
     */
    public boolean run() {
        if (!isAny()) {
            return false;
        }
        Runnable work = waiting.poll();
        boolean any = work != null;
        while (work != null) {
            try {
                work.run();
            } finally {
                unfinished.decrementAndGet();
            }
            work = waiting.poll();
        }
        return any;
    }
}
