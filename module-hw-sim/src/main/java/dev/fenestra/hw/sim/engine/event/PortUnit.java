package dev.fenestra.hw.sim.engine.event;

import dev.fenestra.hw.sim.prm.EventType;
import dev.fenestra.hw.sim.queue.Event;

/**
 * The device's port. Somebody outside takes its link down and up; the device notices in its next turn, and tells the
 * host. While the link is down nothing is sent and nothing received: what is lost so is lost as on any wire.
 */
public final class PortUnit {
    private static final int NUMBER = 1;

    private final EventQueues events;
    /** What was done outside. */
    private volatile boolean hasLink = true;
    /** What the device knows of it; written by who drives. */
    private volatile boolean isUp = true;

    public PortUnit(EventQueues events) {
        this.events = events;
    }

    /** Takes the link down, or up again. Callable from any thread; the device is to be woken. */
    public void link(boolean up) {
        hasLink = up;
    }

    public boolean isUp() {
        return isUp;
    }

    public boolean isReady() {
        return hasLink != isUp;
    }

    /** Looks at the link; in the device's serial order. */
    public void poll() {
        boolean now = hasLink;
        if (now != isUp) {
            isUp = now;
            events.raise(Event.ofPort(now ? EventType.PORT_ACTIVE : EventType.PORT_DOWN, NUMBER));
        }
    }
}
