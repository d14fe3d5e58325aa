package dev.fenestra.tools.attacks;

import dev.fenestra.hw.sim.fabric.link.Link;
import dev.fenestra.hw.sim.fabric.link.LinkStage;
import dev.fenestra.hw.sim.fabric.link.Packet;
import org.jspecify.annotations.Nullable;

/** Keeps one packet back and delivers it at a time that is chosen. */
final class LateStage implements LinkStage {
    private final int port;
    private @Nullable Packet held;
    private boolean armed;
    private long due = Long.MAX_VALUE;
    private int delivered;

    /**
     * @param port to which the packet goes
     */
    LateStage(int port) {
        this.port = port;
    }

    /** Keeps the next packet. */
    void arm() {
        armed = true;
    }

    /** The packet that is kept is delivered then, nanoseconds on the fabric's clock. */
    void deliverAt(long time) {
        due = time;
    }

    boolean isHolding() {
        return held != null;
    }

    /** Packets delivered late so far. */
    int delivered() {
        return delivered;
    }

    @Override
    public void transmit(Packet packet, long now, Link next) {
        if (armed && packet.destinationPort == port) {
            armed = false;
            held = packet.held();
        } else if (held == null || packet.destinationPort != port) {
            next.transmit(packet, now);
        }
    }

    @Override
    public boolean isReady(long now) {
        return held != null && now >= due;
    }

    @Override
    public void poll(long now, Link next) {
        Packet late = held;
        if (late != null) {
            held = null;
            delivered++;
            next.transmit(late, now);
        }
    }

    @Override
    public long nextDeadline() {
        return held == null ? Long.MAX_VALUE : due;
    }
}
