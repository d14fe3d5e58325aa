package dev.fenestra.uverbs;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Where a program waits for completions without polling ({@code ibv_comp_channel}): CQs made with the channel tell here
 * that they have what they were armed for.
 *
 * <p>The way to miss nothing: {@link CompletionQueue#requestNotify}, poll until empty, and only then wait here. An
 * event may be spurious.
 */
public final class CompletionChannel extends VerbsObject {

    CompletionChannel(Context context, int handle) {
        super(context, handle);
    }

    /**
     * Takes the oldest event if there is one; lets the device get to work when there is none. The CQ must acknowledge
     * it, see {@link CompletionQueue#ackEvents}.
     *
     * @return the CQ whose event it is; empty when there is none
     */
    public Optional<CompletionQueue> pollEvent() {
        checkOpen();
        if (!isReady()) {
            context().kernel().progress();
        }
        return isReady() ? read() : Optional.empty();
    }

    /**
     * Waits for the next event ({@code ibv_get_cq_event}) and takes it. The CQ must acknowledge it, see {@link
     * CompletionQueue#ackEvents}.
     *
     * @param timeout on the device's clock
     * @return the CQ whose event it is
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException EAGAIN when none comes in time
     */
    public CompletionQueue awaitEvent(Duration timeout) {
        checkOpen();
        return EventWait.await(context(), timeout, this::isReady, this::read, toString());
    }

    @Override
    String kind() {
        return "channel";
    }

    @Override
    void destroy() {
        context().calling("ibv_destroy_comp_channel");
        context().kernel().events().destroyChannel(handle());
    }

    private boolean isReady() {
        return context().kernel().events().hasCompletion(handle());
    }

    private Optional<CompletionQueue> read() {
        context().calling("ibv_get_cq_event");
        OptionalInt handle = context().kernel().events().readCompletion(handle());
        CompletionQueue cq = handle.isPresent() ? context().find(handle.getAsInt(), CompletionQueue.class) : null;
        if (cq == null) {
            return Optional.empty();
        }
        cq.eventTaken();
        return Optional.of(cq);
    }
}
