package dev.fenestra.hw.sim.hca.event;

import dev.fenestra.hw.sim.hca.queue.Event;
import dev.fenestra.hw.sim.hca.vocabulary.EventKind;

/**
 * The device's port. A call from outside takes its link down or up; the device notices at its next turn and raises a
 * port event. While the link is down nothing is sent or received, and packets are lost as on any wire.
 */
public final class PortUnit {
    private static final int NUMBER = 1;

    private final EventQueues events;
    /** The link as set from outside. */
    private volatile boolean hasLink = true;
    /** The link as the device knows it; only the driving thread writes it. */
    private volatile boolean isUp = true;
    /** Whether the card has failed, as set from outside; there is no way back. */
    private volatile boolean hasFailed;

    private boolean isFailureTold;

    /**
     * Makes a port whose link is up.
     *
     * @param events gets port events
     */
    public PortUnit(EventQueues events) {
        this.events = events;
    }

    /**
     * Takes the link down, or up again. Callable from any thread; the caller wakes the device.
     *
     * @param up whether the link is up
     */
    public void link(boolean up) {
        hasLink = up && !hasFailed;
    }

    /**
     * Makes the card fail: its link goes down and stays down, and the host gets an internal error. Callable from any
     * thread; the caller wakes the device.
     */
    public void fail() {
        hasFailed = true;
        hasLink = false;
    }

    /** {@return whether the device knows its link as up} */
    public boolean isUp() {
        return isUp;
    }

    /** {@return whether the link has changed, or the card has failed, and the device has not noticed} */
    public boolean isReady() {
        return hasLink != isUp || hasFailed && !isFailureTold;
    }

    /** Notices a change of the link, and a failure. It must be called in the device's serial order. */
    public void poll() {
        if (hasFailed && !isFailureTold) {
            isFailureTold = true;
            events.raise(Event.of(EventKind.DEVICE_CATASTROPHIC, 0));
        }
        boolean now = hasLink;
        if (now != isUp) {
            isUp = now;
            events.raise(Event.of(now ? EventKind.PORT_ACTIVE : EventKind.PORT_DOWN, NUMBER));
        }
    }
}
