package dev.fenestra.ib.core.kernel.device;

import dev.fenestra.ib.core.kernel.AsyncEventResponse;
import dev.fenestra.ib.core.kernel.objects.ChannelObject;
import dev.fenestra.ib.core.kernel.objects.EventQueue;
import dev.fenestra.ib.core.spi.DeviceEvents;
import dev.fenestra.ib.core.spi.DriverCq;
import dev.fenestra.ib.core.spi.EventSource;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.AsyncEventType;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the processes that get a device's events. */
public final class EventRouter implements DeviceEvents {
    /** More than one target for an object that processes share. */
    private final Map<EventSource, List<Target>> targets = Collections.synchronizedMap(new IdentityHashMap<>());

    private final List<EventQueue<AsyncEventResponse>> contexts = new CopyOnWriteArrayList<>();

    /** Makes a router that knows no process. */
    public EventRouter() {}

    /**
     * The destination of an object's events.
     *
     * @param handle of the object
     * @param async asynchronous events of its process
     * @param channel of a CQ that has one
     */
    public record Target(
            int handle,
            EventQueue<AsyncEventResponse> async,
            @Nullable ChannelObject channel) {}

    /**
     * Adds a context. It gets the events of ports and of the device.
     *
     * @param context asynchronous events of the opened device
     */
    public void open(EventQueue<AsyncEventResponse> context) {
        contexts.add(context);
    }

    /**
     * Removes a context.
     *
     * @param context asynchronous events of the opened device
     */
    public void close(EventQueue<AsyncEventResponse> context) {
        contexts.remove(context);
    }

    /**
     * Adds a process to an object's events.
     *
     * @param source the driver's object
     * @param target where its events go
     */
    public void listen(EventSource source, Target target) {
        targets.merge(
                source,
                List.of(target),
                (before, more) -> Stream.concat(before.stream(), more.stream()).toList());
    }

    /**
     * Removes a process from an object's events.
     *
     * @param source the driver's object
     * @param async asynchronous events of the process
     * @param handle of the object
     */
    public void forget(EventSource source, EventQueue<AsyncEventResponse> async, int handle) {
        targets.computeIfPresent(source, (unused, before) -> {
            List<Target> left = before.stream()
                    .filter(target -> target.async != async || target.handle != handle)
                    .toList();
            return left.isEmpty() ? null : left;
        });
    }

    @Override
    public void completed(DriverCq cq) {
        for (Target target : targets.getOrDefault(cq, List.of())) {
            if (target.channel != null) {
                target.channel.events().add(target.handle, target.handle);
            }
        }
    }

    @Override
    public void raised(AsyncEventType type, EventSource source, @Nullable Refusal cause) {
        for (Target target : targets.getOrDefault(source, List.of())) {
            target.async.add(target.handle, new AsyncEventResponse(type, target.handle, 0, cause));
        }
    }

    @Override
    public void raised(AsyncEventType type, int port) {
        AsyncEventResponse event = new AsyncEventResponse(type, EventQueue.NO_OBJECT, port, null);
        contexts.forEach(context -> context.add(EventQueue.NO_OBJECT, event));
    }
}
