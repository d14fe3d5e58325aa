package dev.fenestra.uverbs.device;

import dev.fenestra.ib.core.kernel.inspection.Wait;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.VerbsRule;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Waits for an event or a completion on the device's clock, and drives the device meanwhile. A wait that gives up says
 * what is in flight.
 */
public final class EventWait {
    private EventWait() {}

    /**
     * The next event of a channel or device.
     *
     * @param name of what brings it
     * @param unread whether the kernel has it already
     * @param inFlight what is in flight meanwhile
     * @return the event, to be awaited
     */
    public static NextEvent event(Supplier<String> name, BooleanSupplier unread, Supplier<String> inFlight) {
        return new NextEvent(name, "for its next event", VerbsRule.EVENT_IN_TIME, unread, inFlight);
    }

    /**
     * Waits until there is something to read, and takes it.
     *
     * @param <T> what is read
     * @param device brings it
     * @param timeout on the device's clock
     * @param isReady whether there is something to read
     * @param read takes it; empty when another thread was faster
     * @param what names the event, also in the refusal
     * @return what was read
     * @throws VerbsException EAGAIN when nothing comes in time, EINTR when the thread is interrupted, which it stays
     */
    public static <T> T await(
            OpenDevice device, Duration timeout, BooleanSupplier isReady, Supplier<Optional<T>> read, NextEvent what) {
        long limit = device.kernel().now() + timeout.toNanos();
        boolean expired = false;
        try (Wait wait = Wait.looking(what)) {
            while (true) {
                Optional<T> event = isReady.getAsBoolean() ? read.get() : Optional.empty();
                if (event.isPresent()) {
                    return event.get();
                }
                if (expired) {
                    throw what.refused(what.rule(), "timeout=" + timeout);
                }
                if (Thread.currentThread().isInterrupted()) {
                    throw what.refused(VerbsRule.NOT_INTERRUPTED, "timeout=" + timeout);
                }
                // Another waiting thread may have moved the clock past this limit before the device saw the request. So
                // the device gets one more turn before the last look.
                expired = device.kernel().now() - limit >= 0;
                wait.again();
                device.kernel().progressUntil(limit);
            }
        }
    }
}
