package dev.fenestra.ib.core.kernel.inspection;

import dev.fenestra.ib.core.kernel.SystemCall;
import dev.fenestra.ib.core.spi.DriverObserver;
import dev.fenestra.ib.core.spi.Refusal;

/**
 * Observes a host: its kernel and its drivers. It is called on the thread that does the work, which holds locks. So an
 * observer only notes the event and returns; it calls nothing of the stack.
 */
public interface HostObserver extends DriverObserver {

    /**
     * A system call is about to return.
     *
     * @param process name of the process
     * @param call the call
     * @param errno 0 or why it was refused
     */
    void systemCall(String process, SystemCall call, int errno);

    /**
     * Pages of a process were pinned.
     *
     * @param process name of the process
     * @param pages how many, of 4 KiB
     */
    void pinned(String process, long pages);

    /**
     * Pages of a process were unpinned.
     *
     * @param process name of the process
     * @param pages how many, of 4 KiB
     */
    void unpinned(String process, long pages);

    /**
     * The kernel is about to call a driver's operation, named as in {@code ib_device_ops}.
     *
     * @param device name of the device
     * @param operation name of the driver's operation, as in {@code ib_device_ops}
     */
    void providerCall(String device, String operation);

    /**
     * A layer of this host has refused something.
     *
     * @param refusal the rule and the values that were compared
     */
    void refused(Refusal refusal);
}
