package dev.fenestra.uverbs.handles;

import dev.fenestra.uverbs.VerbsObject;
import dev.fenestra.uverbs.device.EventWait;
import dev.fenestra.uverbs.device.OpenDevice;
import dev.fenestra.uverbs.device.Unfinished;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Lets a program wait for completions without polling ({@code ibv_comp_channel}). A CQ that was created with the
 * channel sends it an event when an entry comes that the CQ was armed for.
 *
 * <p>To miss nothing, call {@link CompletionQueue#requestNotify}, then poll until the CQ is empty, and only then wait
 * here. An event may be spurious.
 */
public final class CompletionChannel extends VerbsObject {
    private final OpenDevice device;

    CompletionChannel(OpenDevice device, int handle) {
        super(device, "channel", handle);
        this.device = device;
    }

    /**
     * Takes the oldest event. When there is none, the device gets one turn. The program acknowledges the event with
     * {@link CompletionQueue#ackEvents}.
     *
     * @return the CQ of the event; empty when there is none
     */
    public Optional<CompletionQueue> pollEvent() {
        checkOpen();
        if (!isReady()) {
            device.emptyPoll(() -> name() + ": " + Unfinished.of(device, this));
        }
        return isReady() ? read() : Optional.empty();
    }

    /**
     * Waits for the next event ({@code ibv_get_cq_event}) and takes it. The program acknowledges it with
     * {@link CompletionQueue#ackEvents}.
     *
     * @param timeout on the device's clock
     * @return the CQ of the event
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException EAGAIN when none comes in time
     */
    public CompletionQueue awaitEvent(Duration timeout) {
        checkOpen();
        return EventWait.await(
                device,
                timeout,
                this::isReady,
                this::read,
                EventWait.event(
                        this::name, device.kernel().events().unread(handle()), () -> Unfinished.of(device, this)));
    }

    @Override
    protected void destroy() {
        device.calling("ibv_destroy_comp_channel", this);
        device.kernel().events().destroyChannel(handle());
    }

    private boolean isReady() {
        return device.kernel().events().hasCompletion(handle());
    }

    private Optional<CompletionQueue> read() {
        device.calling("ibv_get_cq_event", this);
        OptionalInt handle = device.kernel().events().readCompletion(handle());
        CompletionQueue cq = handle.isPresent() ? device.find(handle.getAsInt(), CompletionQueue.class) : null;
        if (cq == null) {
            return Optional.empty();
        }
        cq.eventTaken();
        return Optional.of(cq);
    }
}
