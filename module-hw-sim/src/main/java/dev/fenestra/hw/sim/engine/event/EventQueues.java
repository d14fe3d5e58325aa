package dev.fenestra.hw.sim.engine.event;

import dev.fenestra.hw.sim.device.InterruptListener;
import dev.fenestra.hw.sim.prm.EventType;
import dev.fenestra.hw.sim.queue.Event;
import dev.fenestra.hw.sim.queue.EventRing;
import org.jspecify.annotations.Nullable;

/**
 * The device's event queues. A unit that has something to tell the host calls {@link #raise}; everything behind that,
 * the entry, the interrupt, the driver, the process that reads it, follows from the event's type.
 */
public final class EventQueues {
    /** One above the highest number of an EQ. */
    public static final int LIMIT = 256;

    private final EventObserver observer;
    private final @Nullable EventRing[] queues = new @Nullable EventRing[LIMIT];
    private volatile @Nullable InterruptListener listener;
    private volatile boolean rung;
    /** By EQ number: software asked for an interrupt. */
    private final boolean[] arms = new boolean[LIMIT];

    public EventQueues(EventObserver observer) {
        this.observer = observer;
    }

    /** Who takes the interrupts; null for nobody. */
    public void listener(@Nullable InterruptListener newListener) {
        listener = newListener;
    }

    public synchronized void add(EventRing queue) {
        queues[queue.number()] = queue;
    }

    /** Forgets an EQ; the device has touched its memory for the last time. */
    public synchronized void remove(EventRing queue) {
        queues[queue.number()] = null;
        arms[queue.number()] = false;
    }

    /**
     * Tells the host of something. To be called in the device's serial order, that is from any unit while it handles a
     * packet, a timer, a work request or a command. An event whose type no EQ takes is dropped.
     */
    public void raise(Event event) {
        observer.event(event.type(), event.number());
        for (EventRing queue : queues) {
            if (queue != null && queue.takes(event.type())) {
                queue.add(event);
                interrupt(queue);
                return;
            }
        }
    }

    /** Tells the host that a CQ has what its process waits for. */
    void completion(EventRing queue, int cqn) {
        observer.event(EventType.COMPLETION, cqn);
        queue.addCompletion(cqn);
        interrupt(queue);
    }

    /**
     * Software has read an event queue; callable from any thread.
     *
     * @param number of the EQ, below {@link #LIMIT}
     * @param consumed entries that it has read, as the format counts them
     * @param arm the next entry, or one that is already there, is to raise the interrupt
     */
    public synchronized void ring(int number, int consumed, boolean arm) {
        EventRing queue = queues[number];
        if (queue != null) {
            queue.read(consumed);
            arms[queue.number()] |= arm;
            rung = true;
        }
    }

    public boolean isReady() {
        return rung;
    }

    /** Looks at the queues that software rang for. */
    public void poll() {
        if (rung) {
            lookAtAll();
        }
    }

    private synchronized void lookAtAll() {
        rung = false;
        for (EventRing queue : queues) {
            if (queue != null) {
                queue.look(arms[queue.number()]);
                arms[queue.number()] = false;
                interrupt(queue);
            }
        }
    }

    private void interrupt(EventRing queue) {
        InterruptListener host = listener;
        if (host != null && queue.takeInterrupt()) {
            host.interrupt(queue.line());
        }
    }
}
