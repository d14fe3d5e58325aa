package dev.fenestra.hw.sim.queue;

/**
 * An event queue. The vendor decides on its format. It is never overrun: an event that does not fit waits until
 * software has read.
 */
public interface EventRing {

    int number();

    /** The interrupt line that it raises. */
    int line();

    /** Whether events of this {@link dev.fenestra.hw.sim.prm.EventType} are written here. */
    boolean takes(int type);

    void add(Event event);

    /** Adds a completion event, without allocation while there is room. */
    void addCompletion(int cqn);

    /** Software has read so many entries, as the format counts them. Callable from any thread. */
    void read(int consumed);

    /**
     * Writes events that waited, as far as there is room now.
     *
     * @param arms the next entry, or one that is already there, is to raise the interrupt
     */
    void look(boolean arms);

    /** Whether the interrupt is to be raised now; it then is not before software arms the queue again. */
    boolean takeInterrupt();
}
