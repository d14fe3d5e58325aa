package dev.fenestra.hw.sim.fabric.link;

import dev.fenestra.hw.sim.hca.rules.Verdict;

/** Carries packets. */
@FunctionalInterface
public interface Link {

    /**
     * Takes a packet. Its payload references are valid until this returns.
     *
     * @param packet the packet, or a burst
     * @param now the clock of the fabric, nanoseconds
     */
    void transmit(Packet packet, long now);

    /**
     * A stage in front of this link dropped a packet. Reports the reason to observers.
     *
     * @param packet the packet, valid during the call
     * @param why the reason
     * @param now the clock of the fabric, nanoseconds
     */
    default void kept(Packet packet, Verdict why, long now) {}
}
