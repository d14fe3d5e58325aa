package dev.fenestra.ib.core.kernel.calls;

import dev.fenestra.ib.core.kernel.AsyncEventResponse;
import dev.fenestra.ib.core.kernel.SystemCall;
import dev.fenestra.ib.core.kernel.calls.ContextCalls.Call;
import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.kernel.device.KernelDevice.Room;
import dev.fenestra.ib.core.kernel.objects.ChannelObject;
import dev.fenestra.ib.core.kernel.objects.EventQueue;
import dev.fenestra.ib.core.kernel.objects.HandleTable;
import dev.fenestra.ib.core.kernel.objects.HandleTable.Hold;
import dev.fenestra.ib.core.kernel.objects.ObjectKind;
import dev.fenestra.ib.core.kernel.verbs.ContextEvents;
import dev.fenestra.ib.core.vocabulary.CallArguments;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;

/**
 * The system calls about events of one device that a process has opened: completion channels, and the events to read.
 */
public final class KernelEvents {
    private final ContextCalls calls;
    private final KernelDevice device;
    private final HandleTable handles;
    private final ContextEvents events;

    KernelEvents(ContextCalls calls, KernelDevice device, HandleTable handles, ContextEvents events) {
        this.calls = calls;
        this.device = device;
        this.handles = handles;
        this.events = events;
    }

    /**
     * Creates a completion channel.
     *
     * @return the handle
     */
    public int createChannel() {
        Call call = calls.enter(SystemCall.CREATE_COMP_CHANNEL, () -> CallArguments.NONE);
        try (call;
                Room room = device.reserve(ObjectKind.CHANNEL)) {
            return call.returns(room.taken(handles.add(new ChannelObject())));
        } catch (VerbsException refused) {
            throw call.refused(refused);
        }
    }

    /**
     * EBUSY while a CQ has the channel; the refusal names it.
     *
     * @param channel handle of the channel
     */
    public void destroyChannel(int channel) {
        calls.destroy(SystemCall.DESTROY_COMP_CHANNEL, channel, ChannelObject.class);
    }

    /**
     * {@return whether a read of the channel would find an event} A blocking read waits for it. It is no system call of
     * its own.
     *
     * @param channel handle of the channel
     */
    public boolean hasCompletion(int channel) {
        device.deferred().runAfter(device.driver());
        try (Hold<ChannelObject> held = handles.share(channel, ChannelObject.class)) {
            return !held.object().events().isEmpty();
        }
    }

    /**
     * {@return a look whether a channel has an unread event} Unlike {@link #hasCompletion} it serves no interrupt. Any
     * thread may look at any time.
     *
     * @param channel handle of the channel
     */
    public BooleanSupplier unread(int channel) {
        EventQueue<Integer> queue = events(channel);
        return () -> !queue.isEmpty();
    }

    /** {@return the same for asynchronous events, of which nobody reads any once the device is closed} */
    public BooleanSupplier unreadAsync() {
        return () -> calls.isOpen() && !events.async().isEmpty();
    }

    /**
     * Takes the oldest event of a channel: the handle of the CQ that has completions, or empty.
     *
     * @param channel handle of the channel
     * @return the handle of the CQ; empty when there is none
     */
    public OptionalInt readCompletion(int channel) {
        return calls.using(
                SystemCall.READ_COMPLETION_EVENT,
                channel,
                () -> CallArguments.NONE,
                ChannelObject.class,
                KernelEvents::read);
    }

    /**
     * Sets a listener for the events of a channel. It is called after each new event, on the thread that brings the
     * event. A blocking read of another program waits for it. It is no system call of its own.
     *
     * @param channel handle of a channel
     * @param listener is called; it may read the channel
     */
    public void onCompletion(int channel, Runnable listener) {
        try (Hold<ChannelObject> held = handles.share(channel, ChannelObject.class)) {
            held.object().events().listener(listener);
        }
    }

    /**
     * The same for asynchronous events.
     *
     * @param listener is called; it may read the events
     */
    public void onAsync(Runnable listener) {
        events.async().listener(listener);
    }

    /**
     * Runs work that reads events while the device stays open; does nothing once it is closed. What a listener lets run
     * later may come after the process has ended, and is no mistake of the process.
     *
     * @param work reads events
     */
    public void whileOpen(Runnable work) {
        calls.whileOpen(work);
    }

    /**
     * {@return whether a read would find an asynchronous event} A blocking read waits for it. It is no system call of
     * its own.
     */
    public boolean hasAsync() {
        device.deferred().runAfter(device.driver());
        return !events.async().isEmpty();
    }

    /**
     * Takes the oldest asynchronous event of the context. When the device was taken away, the events before that can
     * still be read.
     *
     * @return the event; empty when there is none
     */
    public Optional<AsyncEventResponse> readAsync() {
        return calls.reading(SystemCall.READ_ASYNC_EVENT, this::nextAsync);
    }

    private EventQueue<Integer> events(int channel) {
        try (Hold<ChannelObject> held = handles.share(channel, ChannelObject.class)) {
            return held.object().events();
        }
    }

    private static OptionalInt read(ChannelObject channel) {
        Integer cq = channel.events().read();
        return cq == null ? OptionalInt.empty() : OptionalInt.of(cq);
    }

    private Optional<AsyncEventResponse> nextAsync() {
        return Optional.ofNullable(events.async().read());
    }
}
