package dev.fenestra.hw.sim.fabric;

import org.jspecify.annotations.Nullable;

/**
 * A stretch of the way between ports that does more than carry: it loses, holds back or leads elsewhere. The fabric
 * drives it together with its devices, under the same token.
 */
public interface LinkStage {

    /**
     * Takes a packet and hands it, or what becomes of it, to the next stretch now or later. Who keeps a packet copies
     * it.
     */
    void transmit(Packet packet, long now, Link next);

    /** Whether {@link #poll} would hand something on now. */
    boolean isReady(long now);

    /** Hands on what is due. */
    void poll(long now, Link next);

    /** Whether the last {@link #poll} left something that it could have handed on. */
    default boolean isBehind() {
        return false;
    }

    /** When something held back is due, nanoseconds; {@link Long#MAX_VALUE} for never. */
    long nextDeadline();

    /** Where a thread may wait for what comes in through this stage; null when nothing does. */
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
