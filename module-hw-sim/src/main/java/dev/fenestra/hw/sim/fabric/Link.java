package dev.fenestra.hw.sim.fabric;

import dev.fenestra.hw.sim.device.Verdict;

/** Carries packets. */
@FunctionalInterface
public interface Link {

    /** Takes a packet; its payload references are valid until this returns. */
    void transmit(Packet packet, long now);

    /** A stage in front of this link dropped a packet. Reports the reason to observers. */
    default void kept(Packet packet, Verdict why, long now) {}
}
