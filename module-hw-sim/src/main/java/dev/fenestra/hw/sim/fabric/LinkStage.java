package dev.fenestra.hw.sim.fabric;

/**
 * A stretch of the way between ports that does more than carry: it loses, holds back or leads elsewhere. The fabric drives it
 * together with its devices, under the same token.
 */
public interface LinkStage {

    /** Takes a packet and hands it, or what becomes of it, to the next stretch now or later. Who keeps a packet copies it. */
    void transmit(Packet packet, long now, Link next);

    /** Whether {@link #poll} would hand something on now. */
    boolean isReady(long now);

    /** Hands on what is due. */
    void poll(long now, Link next);

    /** When something held back is due, nanoseconds; {@link Long#MAX_VALUE} for never. */
    long nextDeadline();
}
