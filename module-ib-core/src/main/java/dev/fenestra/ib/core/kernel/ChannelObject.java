package dev.fenestra.ib.core.kernel;

/** A completion channel: where a process waits for the completion events of several CQs. */
final class ChannelObject extends KernelObject {
    /** Handles of CQs. */
    private final EventQueue<Integer> events = new EventQueue<>();

    ChannelObject() {
        super(ObjectKind.CHANNEL);
    }

    EventQueue<Integer> events() {
        return events;
    }
}
