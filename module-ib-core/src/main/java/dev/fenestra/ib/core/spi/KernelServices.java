package dev.fenestra.ib.core.spi;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What a host's kernel lends its drivers. */
public interface KernelServices {

    /** Memory as devices see it. */
    BusMemory busMemory();

    /**
     * Kernel memory for a driver's own rings and mailboxes: zeroed, contiguous on the bus, at most one page, never
     * moved.
     */
    KernelBuffer allocate(int bytes);

    /** Gives kernel memory back; the device must have stopped using it. */
    void free(KernelBuffer buffer);

    /**
     * Waits for a command: drives {@link RdmaDevice#progress} until the condition holds. The only wait a driver may do.
     */
    void await(RdmaDevice device, BooleanSupplier condition);

    /**
     * Runs work once the device has ended its step, on whatever thread. For interrupts: a handler must not wait, nor
     * call a process, while the device works.
     */
    default void defer(Runnable work) {
        work.run();
    }

    /** An option of the host's configuration for drivers, by name. */
    default Optional<String> driverOption(String name) {
        return Optional.empty();
    }

    /** Adds to the host's log of refusals. */
    void refused(Refusal refusal);

    /** Who watches drivers of this host at the moment, or null. Ask anew for each event. */
    @Nullable
    DriverObserver observer();
}
