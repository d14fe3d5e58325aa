package dev.fenestra.ib.core.kernel.objects;

/** A completion channel: a process waits here for the completion events of several CQs. */
public final class ChannelObject extends KernelObject {
    /** Handles of CQs. */
    private final EventQueue<Integer> events = new EventQueue<>();

    /** Makes a channel without events. */
    public ChannelObject() {
        super(ObjectKind.CHANNEL);
    }

    /** {@return handles of CQs with events, in the order of the events} */
    public EventQueue<Integer> events() {
        return events;
    }
}
