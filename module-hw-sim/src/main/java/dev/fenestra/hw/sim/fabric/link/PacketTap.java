package dev.fenestra.hw.sim.fabric.link;

import dev.fenestra.hw.sim.hca.rules.Verdict;

/** Sees every packet handed to a link, before it is delivered. */
@FunctionalInterface
public interface PacketTap {

    /**
     * A packet is handed to a link.
     *
     * @param packet the packet, valid during the call
     * @param now the clock of the fabric, nanoseconds
     */
    void packet(Packet packet, long now);

    /**
     * The fate of a packet is decided: by a device, or because it reached none. A packet that a link duplicated is
     * judged twice. A delayed one is judged when it arrives. The packet has the {@link Packet#serial} it was seen with,
     * and is only valid during the call.
     *
     * @param packet the packet
     * @param verdict its fate
     * @param now the clock of the fabric, nanoseconds
     */
    default void judged(Packet packet, Verdict verdict, long now) {}
}
