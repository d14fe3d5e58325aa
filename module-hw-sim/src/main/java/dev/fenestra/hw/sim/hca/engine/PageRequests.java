package dev.fenestra.hw.sim.hca.engine;

import dev.fenestra.hw.sim.hca.event.EventQueues;
import dev.fenestra.hw.sim.hca.host.MissingPages;
import dev.fenestra.hw.sim.hca.protection.FaultSlots;
import dev.fenestra.hw.sim.hca.queue.Event;
import dev.fenestra.hw.sim.hca.queue.PageFault;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reports missing pages to the host. {@link PageAnswers} takes the host's answers. */
public final class PageRequests {
    private final EventQueues events;
    private @Nullable Consumer<MissingPages> listener;

    PageRequests(EventQueues events) {
        this.events = events;
    }

    /**
     * Sets the listener for missing pages, beside the event queue; null removes it.
     *
     * @param newListener gets each wait once
     */
    public void listener(@Nullable Consumer<MissingPages> newListener) {
        listener = newListener;
    }

    /** Reports that a QP waits for pages. */
    void raise(PageFault fault) {
        events.raise(Event.pageFault(FaultSlots.qpn(fault.token()), fault));
        if (listener != null) {
            listener.accept(new MissingPages(
                    fault.token(), fault.mkey(), fault.address(), fault.pages(), fault.more(), fault.isWrite()));
        }
    }
}
