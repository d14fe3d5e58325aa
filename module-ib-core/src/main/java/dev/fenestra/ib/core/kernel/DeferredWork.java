package dev.fenestra.ib.core.kernel;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What drivers put off from an interrupt until the device has ended its step. Whoever lets the device work runs it then. */
final class DeferredWork {
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

    void add(Runnable work) {
        waiting.add(work);
    }

    /** Runs what is there, and what that adds. */
    void run() {
        Runnable work = waiting.poll();
        while (work != null) {
            work.run();
            work = waiting.poll();
        }
    }
}
