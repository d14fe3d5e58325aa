package dev.fenestra.hw.sim.fabric;

/** Carries packets. */
@FunctionalInterface
public interface Link {

    /** Takes a packet; its payload references are valid until this returns. */
    void transmit(Packet packet, long now);
}
