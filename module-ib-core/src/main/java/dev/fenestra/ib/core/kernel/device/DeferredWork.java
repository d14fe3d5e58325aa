package dev.fenestra.ib.core.kernel.device;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * What drivers put off from an interrupt until the device has ended its step. Whoever lets the device work runs it
 * then.
 */
public final class DeferredWork {
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    /** Something was added since the last run began, so that a poll which has nothing to run looks at one word. */
    private volatile boolean isAdded;

    public void add(Runnable work) {
        waiting.add(work);
        isAdded = true;
    }

    /** Runs what is there, and what that adds. */
    public void run() {
        if (!isAdded) {
            return;
        }
        isAdded = false;
        Runnable work = waiting.poll();
        while (work != null) {
            work.run();
            work = waiting.poll();
        }
    }
}
