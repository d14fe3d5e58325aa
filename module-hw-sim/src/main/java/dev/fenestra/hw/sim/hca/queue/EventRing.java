package dev.fenestra.hw.sim.hca.queue;

import dev.fenestra.hw.sim.hca.vocabulary.EventKind;

/**
 * An event queue. The vendor decides on its format. It is never overrun: an event that does not fit waits until
 * software has read.
 */
public interface EventRing {

    /** {@return the event queue's number} */
    int number();

    /** {@return the interrupt line that it raises} */
    int line();

    /**
     * {@return whether events of this kind are written here}
     *
     * @param kind of event
     */
    boolean takes(EventKind kind);

    /**
     * Adds an event. It waits when there is no room.
     *
     * @param event what happened
     */
    void add(Event event);

    /**
     * Adds a completion event, without allocation while there is room.
     *
     * @param cqn the completion queue
     */
    void addCompletion(int cqn);

    /**
     * Notes how much software has read. Callable from any thread.
     *
     * @param consumed entries read, as the format counts them
     */
    void read(int consumed);

    /**
     * Writes events that waited, as far as there is room now.
     *
     * @param arms whether the next entry, or one that is already there, is to raise the interrupt
     */
    void look(boolean arms);

    /**
     * Decides whether to raise the interrupt now. After that, it is not raised again before software arms the queue.
     *
     * @return whether it is to be raised now
     */
    boolean takeInterrupt();
}
