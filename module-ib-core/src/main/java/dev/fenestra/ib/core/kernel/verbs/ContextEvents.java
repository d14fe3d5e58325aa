package dev.fenestra.ib.core.kernel.verbs;

import dev.fenestra.ib.core.kernel.AsyncEventResponse;
import dev.fenestra.ib.core.kernel.EventCounts;
import dev.fenestra.ib.core.kernel.device.EventRouter;
import dev.fenestra.ib.core.kernel.objects.ChannelObject;
import dev.fenestra.ib.core.kernel.objects.EventQueue;
import dev.fenestra.ib.core.kernel.objects.KernelObject;
import dev.fenestra.ib.core.spi.EventSource;
import org.jspecify.annotations.Nullable;

/** The events of one opened device: which objects have some, and those that its process has not read. */
public final class ContextEvents {
    private final EventRouter router;
    private final EventQueue<AsyncEventResponse> async = new EventQueue<>();

    public ContextEvents(EventRouter router) {
        this.router = router;
        router.open(async);
    }

    public EventQueue<AsyncEventResponse> async() {
        return async;
    }

    /** The object is installed; from now on its events reach the process. */
    public void listen(KernelObject object, EventSource driver, @Nullable ChannelObject channel) {
        router.listen(driver, new EventRouter.Target(object.handle(), async, channel));
    }

    /** Forgets an object that the device has destroyed. */
    public void end(KernelObject object, EventSource driver, @Nullable ChannelObject channel) {
        router.forget(driver, async, object.handle());
        int completions = channel == null ? 0 : channel.events().forget(object.handle());
        object.eventsRead(new EventCounts(completions, async.forget(object.handle())));
    }

    public void close() {
        router.close(async);
    }
}
