package dev.fenestra.ib.core.kernel.inspection;

import dev.fenestra.ib.core.kernel.SystemCall;
import dev.fenestra.ib.core.spi.DriverObserver;
import dev.fenestra.ib.core.spi.Refusal;

/**
 * Watches a host: its kernel, and the drivers in it. Called on the thread that does the work, while it holds the locks
 * it needs: an observer notes and returns, and calls nothing of the stack.
 */
public interface HostObserver extends DriverObserver {

    /**
     * A system call is about to return.
     *
     * @param errno 0 or why it was refused
     */
    void systemCall(String process, SystemCall call, int errno);

    void pinned(String process, long pages);

    void unpinned(String process, long pages);

    /** The kernel is about to call a driver's operation, named as in {@code ib_device_ops}. */
    void providerCall(String device, String operation);

    void refused(Refusal refusal);
}
