package dev.fenestra.ib.core.kernel.inspection;

import dev.fenestra.ib.core.kernel.SystemCall;
import dev.fenestra.ib.core.spi.DriverObserver;
import dev.fenestra.ib.core.spi.Invalidation;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.CallArguments;
import java.util.function.Supplier;

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
     * A system call is about to return: the same, with what it was given.
     *
     * @param process name of the process
     * @param call the call
     * @param errno 0 or why it was refused
     * @param arguments makes them; only to be asked during the call
     */
    default void systemCall(String process, SystemCall call, int errno, Supplier<CallArguments> arguments) {
        systemCall(process, call, errno);
    }

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
     * Pages that a device reaches without pinning are about to be taken from it. One call for each region that has some
     * of them.
     *
     * @param process name of the process
     * @param address of the first page
     * @param length bytes, whole pages
     * @param reason why they go
     */
    default void pagesTaken(String process, long address, long length, Invalidation reason) {}

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
