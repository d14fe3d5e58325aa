package dev.fenestra.uverbs;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for an event on the device's clock, and drives the device meanwhile. */
final class EventWait {
    private EventWait() {}

    /**
     * @param isReady whether there is something to read
     * @param read takes it; null when another thread was faster
     * @param what names the event in the refusal
     * @throws VerbsException EAGAIN when nothing comes in time
     */
    static <T> T await(
            Context context, Duration timeout, BooleanSupplier isReady, Supplier<Optional<T>> read, String what) {
        long limit = context.now() + timeout.toNanos();
        boolean expired = false;
        while (true) {
            Optional<T> event = isReady.getAsBoolean() ? read.get() : Optional.empty();
            if (event.isPresent()) {
                return event.get();
            }
            if (expired) {
                throw new VerbsException(Errno.EAGAIN, VerbsRule.EVENT_IN_TIME, what + ", timeout=" + timeout);
            }
            expired = context.now() - limit >= 0;
            context.kernel().progressUntil(limit);
        }
    }
}
