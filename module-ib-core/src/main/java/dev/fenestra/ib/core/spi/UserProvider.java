package dev.fenestra.ib.core.spi;

import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The user half of a provider: runs in the process, writes queues, rings doorbells, reads completions. */
public interface UserProvider {

    /**
     * Prepares to open the device.
     *
     * @param memory the process's memory
     * @param map maps device memory: the offset goes to {@link RdmaDevice#map}; valid once the context is open
     * @param observer gives the observer of the moment; called for each event
     * @return the context, prepared
     */
    Pending<UserContext> prepareContext(
            UserMemory memory, LongFunction<MappedPage> map, Supplier<@Nullable DriverObserver> observer);

    /**
     * Prepares to open the device, for a user half that makes system calls of its own.
     *
     * @param memory of the process
     * @param calls its way into the kernel; valid once the context is open
     * @param observer gives the observer of the moment, or null; called for each event
     * @return the context, prepared
     */
    default Pending<UserContext> prepareContext(
            UserMemory memory, VendorCalls calls, Supplier<@Nullable DriverObserver> observer) {
        return prepareContext(memory, (LongFunction<MappedPage>) calls::map, observer);
    }
}
