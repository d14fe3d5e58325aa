package dev.fenestra.uverbs;

import dev.fenestra.ib.core.kernel.AsyncEventResponse;
import dev.fenestra.ib.core.kernel.calls.KernelContext;
import java.time.Duration;
import java.util.Optional;

/** Reads the asynchronous events of a context and finds the object of each. */
final class AsyncEventReader {
    private final Context context;
    private final KernelContext kernel;

    AsyncEventReader(Context context, KernelContext kernel) {
        this.context = context;
        this.kernel = kernel;
    }

    Optional<AsyncEvent> poll() {
        if (!kernel.events().hasAsync()) {
            kernel.progress();
        }
        return kernel.events().hasAsync() ? read() : Optional.empty();
    }

    AsyncEvent await(Duration timeout) {
        return EventWait.await(
                context,
                timeout,
                kernel.events()::hasAsync,
                this::read,
                EventWait.event(() -> "asynchronous event", kernel.events().unreadAsync()));
    }

    private Optional<AsyncEvent> read() {
        context.calling("ibv_get_async_event");
        return kernel.events().readAsync().flatMap(this::taken);
    }

    /** Drops an event whose object was closed meanwhile. */
    private Optional<AsyncEvent> taken(AsyncEventResponse event) {
        VerbsObject object = context.find(event.handle(), VerbsObject.class);
        UnackedEvents account = object == null ? null : object.asyncEvents();
        if (account != null) {
            account.taken();
        } else if (event.handle() != 0) {
            return Optional.empty();
        }
        return Optional.of(new AsyncEvent(event.type(), object, event.port(), event.cause()));
    }
}
