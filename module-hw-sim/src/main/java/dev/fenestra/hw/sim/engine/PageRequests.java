package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.device.MissingPages;
import dev.fenestra.hw.sim.engine.event.EventQueues;
import dev.fenestra.hw.sim.engine.protection.FaultSlots;
import dev.fenestra.hw.sim.prm.Eqe;
import dev.fenestra.hw.sim.queue.Event;
import dev.fenestra.hw.sim.queue.PageFault;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Tells the host of missing pages. {@link PageAnswers} takes what the host answers. */
public final class PageRequests {
    private final EventQueues events;
    private @Nullable Consumer<MissingPages> listener;

    PageRequests(EventQueues events) {
        this.events = events;
    }

    /** Who is told of missing pages besides the event queue; null for nobody. */
    public void listener(@Nullable Consumer<MissingPages> newListener) {
        listener = newListener;
    }

    /** A QP waits for pages from now on. */
    void raise(PageFault fault) {
        events.raise(Event.pageFault(FaultSlots.qpn(fault.token()), fault));
        if (listener != null) {
            boolean write = (fault.kind() & Eqe.FAULT_WRITE) != 0;
            listener.accept(
                    new MissingPages(fault.token(), fault.mkey(), fault.address(), fault.pages(), fault.more(), write));
        }
    }
}
