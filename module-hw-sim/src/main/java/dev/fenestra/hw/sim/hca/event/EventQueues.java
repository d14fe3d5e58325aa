package dev.fenestra.hw.sim.hca.event;

import dev.fenestra.hw.sim.hca.host.InterruptListener;
import dev.fenestra.hw.sim.hca.queue.Event;
import dev.fenestra.hw.sim.hca.queue.EventRing;
import dev.fenestra.hw.sim.hca.vocabulary.EventKind;
import org.jspecify.annotations.Nullable;

/**
 * The device's event queues. A unit calls {@link #raise} for an event; its kind decides on the entry, the interrupt and
 * the reader.
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

    /**
     * Makes a device without event queues.
     *
     * @param observer sees each event
     */
    public EventQueues(EventObserver observer) {
        this.observer = observer;
    }

    /**
     * Sets the listener for interrupts; null removes it.
     *
     * @param newListener gets each interrupt
     */
    public void listener(@Nullable InterruptListener newListener) {
        listener = newListener;
    }

    /**
     * Adds an EQ.
     *
     * @param queue an EQ with a number below {@link #LIMIT} that is not in use
     */
    public synchronized void add(EventRing queue) {
        queues[queue.number()] = queue;
    }

    /**
     * Removes an EQ. The device no longer uses its memory.
     *
     * @param queue the EQ
     */
    public synchronized void remove(EventRing queue) {
        queues[queue.number()] = null;
        arms[queue.number()] = false;
    }

    /**
     * Raises an event. It must be called in the device's serial order: by a unit that handles a packet, a timer, a work
     * request or a command. An event of a kind that no EQ takes is dropped.
     *
     * @param event what happened
     */
    public void raise(Event event) {
        observer.event(event.kind(), event.number());
        for (EventRing queue : queues) {
            if (queue != null && queue.takes(event.kind())) {
                queue.add(event);
                interrupt(queue);
                return;
            }
        }
    }

    /** Raises the completion event of a CQ. */
    void completion(EventRing queue, int cqn) {
        observer.event(EventKind.COMPLETION, cqn);
        queue.addCompletion(cqn);
        interrupt(queue);
    }

    /**
     * Notes that software has read an event queue. Callable from any thread.
     *
     * @param number of the EQ, below {@link #LIMIT}
     * @param consumed entries that it has read, as the format counts them
     * @param arm whether the next entry, or one that is already there, is to raise the interrupt
     */
    public synchronized void ring(int number, int consumed, boolean arm) {
        EventRing queue = queues[number];
        if (queue != null) {
            queue.read(consumed);
            arms[queue.number()] |= arm;
            rung = true;
        }
    }

    /** {@return whether a doorbell of an EQ was rung} */
    public boolean isReady() {
        return rung;
    }

    /** Serves the queues whose doorbell was rung. */
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
