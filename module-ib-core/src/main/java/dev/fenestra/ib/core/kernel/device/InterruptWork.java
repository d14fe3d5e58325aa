package dev.fenestra.ib.core.kernel.device;

import dev.fenestra.ib.core.spi.RdmaDevice;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Work that drivers defer from an interrupt until the device has ended its step. The thread that lets the device work
 * then runs it.
 */
public final class InterruptWork {
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    /** Something was added since the last run began. A poll without work reads one word. */
    private volatile boolean isAdded;

    /** Makes a queue without work. */
    public InterruptWork() {}

    /**
     * Adds work. Callable from any thread.
     *
     * @param work runs once
     */
    public void add(Runnable work) {
        waiting.add(work);
        isAdded = true;
    }

    /**
     * Runs the work that waits, and the work that it adds, then that of hosts that the step of a device has woken.
     *
     * @param device has ended its step
     */
    public void runAfter(RdmaDevice device) {
        if (isAdded) {
            run();
        }
        device.serveInterrupts();
    }

    private void run() {
        isAdded = false;
        Runnable work = waiting.poll();
        while (work != null) {
            work.run();
            work = waiting.poll();
        }
    }
}
