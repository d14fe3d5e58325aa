package dev.fenestra.uverbs.handles;

import dev.fenestra.ib.core.kernel.AsyncEventResponse;
import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.uverbs.VerbsObject;
import dev.fenestra.uverbs.device.EventWait;
import dev.fenestra.uverbs.device.OpenDevice;
import dev.fenestra.uverbs.device.UnackedEvents;
import dev.fenestra.uverbs.device.Unfinished;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the asynchronous events of a context and finds the object of each. */
final class AsyncEventReader {
    private final OpenDevice device;
    private final KernelContext kernel;

    AsyncEventReader(OpenDevice device) {
        this.device = device;
        kernel = device.kernel();
    }

    Optional<AsyncEvent> poll() {
        if (!kernel.events().hasAsync()) {
            device.emptyPoll(() -> "asynchronous event: " + Unfinished.of(device));
        }
        return kernel.events().hasAsync() ? read() : Optional.empty();
    }

    AsyncEvent await(Duration timeout) {
        return EventWait.await(
                device,
                timeout,
                kernel.events()::hasAsync,
                this::read,
                EventWait.event(
                        () -> "asynchronous event", kernel.events().unreadAsync(), () -> Unfinished.of(device)));
    }

    private Optional<AsyncEvent> read() {
        device.calling("ibv_get_async_event");
        return kernel.events().readAsync().flatMap(this::taken);
    }

    /** Drops an event whose object was closed meanwhile. */
    private Optional<AsyncEvent> taken(AsyncEventResponse event) {
        VerbsObject object = device.find(event.handle(), it -> accountOf(it) != null);
        UnackedEvents account = accountOf(object);
        if (account != null) {
            account.taken();
        } else if (event.handle() != 0) {
            return Optional.empty();
        }
        return Optional.of(new AsyncEvent(event.type(), object, account, event.port(), event.cause()));
    }

    private static @Nullable UnackedEvents accountOf(@Nullable VerbsObject object) {
        return switch (object) {
            case Qp qp -> qp.asyncEvents();
            case CompletionQueue cq -> cq.asyncEvents();
            case SharedReceiveQueue srq -> srq.asyncEvents();
            case null, default -> null;
        };
    }
}
