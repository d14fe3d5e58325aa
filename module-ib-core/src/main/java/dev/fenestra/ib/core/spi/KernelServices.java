package dev.fenestra.ib.core.spi;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What a host's kernel lends its drivers. */
public interface KernelServices {

    /** {@return memory as devices see it} */
    BusMemory busMemory();

    /**
     * {@return kernel memory for a driver's own rings and mailboxes: zeroed, contiguous on the bus, at most one page,
     * never moved}
     *
     * @param bytes rounded up to whole pages
     */
    KernelBuffer allocate(int bytes);

    /**
     * Gives kernel memory back; the device must have stopped using it.
     *
     * @param buffer that {@link #allocate} returned
     */
    void free(KernelBuffer buffer);

    /**
     * Waits for a command: drives {@link RdmaDevice#progress} until the condition holds. The only wait a driver may do.
     *
     * @param device works between two evaluations of the condition
     * @param condition what is waited for; evaluated repeatedly, with no lock held
     */
    void await(RdmaDevice device, BooleanSupplier condition);

    /**
     * Runs work once the device has ended its step, on whatever thread. This is for interrupts: a handler must neither
     * wait nor call a process while the device works.
     *
     * @param work runs later, when the device has ended its step
     */
    default void defer(Runnable work) {
        work.run();
    }

    /**
     * {@return an option of the host's configuration for drivers, by name}
     *
     * @param name name of the option
     */
    default Optional<String> driverOption(String name) {
        return Optional.empty();
    }

    /**
     * Adds to the host's log of refusals.
     *
     * @param refusal what was refused, by which rule and with which values
     */
    void refused(Refusal refusal);

    /** {@return the observer of this host's drivers at the moment, or null} Ask again for each event. */
    @Nullable
    DriverObserver observer();
}
