package dev.fenestra.hw.sim.fabric;

import dev.fenestra.hw.sim.device.Verdict;

/** Sees every packet handed to a link, before it is delivered. */
@FunctionalInterface
public interface PacketTap {

    /** The packet is only valid during the call. */
    void packet(Packet packet, long now);

    /**
     * Something became of a packet: a device decided, or it reached none. A packet that a link doubled is judged twice;
     * one that is held back is judged when it arrives. The packet has the {@link Packet#serial} it was seen with, and
     * is only valid during the call.
     */
    default void judged(Packet packet, Verdict verdict, long now) {}
}
