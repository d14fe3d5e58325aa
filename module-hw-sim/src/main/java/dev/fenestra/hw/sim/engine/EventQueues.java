package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.device.InterruptListener;
import dev.fenestra.hw.sim.manual.EqDoorbell;
import dev.fenestra.hw.sim.manual.EventType;
import org.jspecify.annotations.Nullable;

/**
 * The device's event queues. A unit that has something to tell the host calls {@link #raise}; everything behind that, the entry, the
 * interrupt, the driver, the process that reads it, follows from the event's type.
 */
public final class EventQueues {
    /** One above the highest number of an EQ. */
    public static final int LIMIT = 256;

    private final Watch watch;
    private final @Nullable EqContext[] queues = new @Nullable EqContext[LIMIT];
    private volatile @Nullable InterruptListener listener;
    private volatile boolean rung;
    /** By EQ number: software asked for an interrupt. */
    private final boolean[] arms = new boolean[LIMIT];

    EventQueues(Watch watch) {
        this.watch = watch;
    }

    /** Who takes the interrupts; null for nobody. */
    public void listener(@Nullable InterruptListener newListener) {
        listener = newListener;
    }

    /** The EQ with this number, or null. */
    public synchronized @Nullable EqContext find(int number) {
        return queues[number];
    }

    public synchronized void add(EqContext queue) {
        queues[queue.number] = queue;
    }

    /** Forgets an EQ; the device has touched its memory for the last time. */
    public synchronized void remove(EqContext queue) {
        queues[queue.number] = null;
        arms[queue.number] = false;
    }

    /**
     * Tells the host of something. To be called in the device's serial order, that is from any unit while it handles a packet, a
     * timer, a work request or a command. Nobody need listen: an event whose type no EQ takes is dropped.
     */
    void raise(Event event) {
        watch.event(event.type(), event.number());
        for (EqContext queue : queues) {
            if (queue != null && (queue.events & EventType.bit(event.type())) != 0) {
                queue.add(event);
                interrupt(queue);
                return;
            }
        }
    }

    /** Tells the host that a CQ has what its process waits for. */
    void completion(EqContext queue, int cqn) {
        watch.event(EventType.COMPLETION, cqn);
        queue.addCompletion(cqn);
        interrupt(queue);
    }

    /**
     * Software has read an event queue; callable from any thread.
     *
     * @param value an {@link EqDoorbell}
     * @param arm the next entry, or one that is already there, is to raise the interrupt
     */
    public synchronized void ring(int value, boolean arm) {
        EqContext queue = queues[EqDoorbell.EQN.in(value)];
        if (queue != null) {
            queue.ring(value);
            arms[queue.number] |= arm;
            rung = true;
        }
    }

    boolean isReady() {
        return rung;
    }

    /** Looks at the queues that software rang for. */
    void poll() {
        if (rung) {
            lookAtAll();
        }
    }

    private synchronized void lookAtAll() {
        rung = false;
        for (EqContext queue : queues) {
            if (queue != null) {
                queue.look(arms[queue.number]);
                arms[queue.number] = false;
                interrupt(queue);
            }
        }
    }

    private void interrupt(EqContext queue) {
        InterruptListener host = listener;
        if (host != null && queue.takeInterrupt()) {
            host.interrupt(queue.line);
        }
    }
}
