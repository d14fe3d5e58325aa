package dev.fenestra.hw.sim.fabric;

import org.jspecify.annotations.Nullable;

/**
 * A stage of the route between ports that does more than carry: it drops, delays or redirects packets. The fabric
 * drives it together with its devices, under the same token.
 */
public interface LinkStage {

    /**
     * Takes a packet and hands it on to the next link, changed or not, now or later. A stage that keeps a packet copies
     * it.
     */
    void transmit(Packet packet, long now, Link next);

    /** Whether {@link #poll} would hand a packet on now. */
    boolean isReady(long now);

    /** Hands on the packets that are due. */
    void poll(long now, Link next);

    /** Whether the last {@link #poll} left something that it could have handed on. */
    default boolean isBehind() {
        return false;
    }

    /** When the next delayed packet is due, nanoseconds; {@link Long#MAX_VALUE} for never. */
    long nextDeadline();

    /** Where a thread may wait for packets that enter through this stage; null when none do. */
    default @Nullable WaitPoint waitPoint() {
        return null;
    }

    /**
     * Packets that a QP may have on their way to other machines without an acknowledgement: as many as a socket there
     * holds while nobody reads it, shared by a few QPs. Packets to ports of the same fabric are never too many.
     */
    default int window() {
        return Integer.MAX_VALUE;
    }
}
