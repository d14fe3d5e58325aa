package dev.fenestra.ib.core.kernel.objects;

/** A completion channel: where a process waits for the completion events of several CQs. */
public final class ChannelObject extends KernelObject {
    /** Handles of CQs. */
    private final EventQueue<Integer> events = new EventQueue<>();

    public ChannelObject() {
        super(ObjectKind.CHANNEL);
    }

    public EventQueue<Integer> events() {
        return events;
    }
}
