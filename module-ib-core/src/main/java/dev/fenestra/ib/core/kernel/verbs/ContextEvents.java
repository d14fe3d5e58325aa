package dev.fenestra.ib.core.kernel.verbs;

import dev.fenestra.ib.core.kernel.AsyncEventResponse;
import dev.fenestra.ib.core.kernel.EventCounts;
import dev.fenestra.ib.core.kernel.device.EventRouter;
import dev.fenestra.ib.core.kernel.objects.ChannelObject;
import dev.fenestra.ib.core.kernel.objects.EventQueue;
import dev.fenestra.ib.core.kernel.objects.KernelObject;
import dev.fenestra.ib.core.spi.EventSource;
import org.jspecify.annotations.Nullable;

/** The events of one opened device: its objects with events, and the events that its process has not read. */
public final class ContextEvents {
    private final EventRouter router;
    private final EventQueue<AsyncEventResponse> async = new EventQueue<>();

    /**
     * Makes the events of an opened device.
     *
     * @param router finds the processes of events
     */
    public ContextEvents(EventRouter router) {
        this.router = router;
        router.open(async);
    }

    /** {@return the asynchronous events} */
    public EventQueue<AsyncEventResponse> async() {
        return async;
    }

    /**
     * Lets the events of an installed object reach the process.
     *
     * @param object the object
     * @param driver the driver's object
     * @param channel of a CQ that has one, else null
     */
    public void listen(KernelObject object, EventSource driver, @Nullable ChannelObject channel) {
        router.listen(driver, new EventRouter.Target(object.handle(), async, channel));
    }

    /**
     * Forgets an object that the device has destroyed.
     *
     * @param object the object
     * @param driver the driver's object
     * @param channel of a CQ that had one, else null
     */
    public void end(KernelObject object, EventSource driver, @Nullable ChannelObject channel) {
        router.forget(driver, async, object.handle());
        int completions = channel == null ? 0 : channel.events().forget(object.handle());
        object.eventsRead(new EventCounts(completions, async.forget(object.handle())));
    }

    /** Ends the events of the opened device. */
    public void close() {
        router.close(async);
    }
}
