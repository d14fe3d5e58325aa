package dev.fenestra.hw.sim.fabric;

/** Sees every packet handed to a link, before it is delivered. */
@FunctionalInterface
public interface PacketTap {

    /** The packet is only valid during the call. */
    void packet(Packet packet, long now);
}
