package dev.fenestra.hw.sim.fabric.link;

import dev.fenestra.hw.sim.fabric.waits.WaitPoint;
import org.jspecify.annotations.Nullable;

/**
 * A stage of the route between ports that does more than carry: it drops, delays or redirects packets. The fabric
 * drives it together with its devices, under the same token. A stage that holds packets back says when they are due.
 */
public interface LinkStage {

    /**
     * Takes a packet and hands it on to the next link, changed or not, now or later. A stage that keeps a packet copies
     * it.
     *
     * @param packet the packet, valid during the call
     * @param now the clock of the fabric, nanoseconds
     * @param next the next link
     */
    void transmit(Packet packet, long now, Link next);

    /**
     * {@return whether {@link #poll} would hand a packet on now}
     *
     * @param now the clock of the fabric, nanoseconds
     */
    default boolean isReady(long now) {
        return false;
    }

    /**
     * Hands on the packets that are due.
     *
     * @param now the clock of the fabric, nanoseconds
     * @param next the next link
     */
    default void poll(long now, Link next) {}

    /** {@return whether the last {@link #poll} left packets that it could have handed on} */
    default boolean isBehind() {
        return false;
    }

    /** {@return the time at which the next delayed packet is due, nanoseconds; {@link Long#MAX_VALUE} for never} */
    default long nextDeadline() {
        return Long.MAX_VALUE;
    }

    /** {@return the place where a thread may wait for packets that enter through this stage; null when none do} */
    default @Nullable WaitPoint waitPoint() {
        return null;
    }

    /**
     * {@return whether packets to a GID that no port of the fabric has reach somebody by this stage} Callable from any
     * thread.
     *
     * @param sourceHigh upper half of the sender's GID
     * @param sourceLow lower half of the sender's GID
     * @param gidHigh upper half of the GID
     * @param gidLow lower half of the GID
     */
    default Reach reach(long sourceHigh, long sourceLow, long gidHigh, long gidLow) {
        return Reach.SILENT;
    }

    /**
     * {@return packets that a QP may have under way to other machines without an acknowledgement} It is as many as a
     * socket there holds while nobody reads it, shared by a few QPs. Packets to ports of the same fabric have no such
     * limit.
     */
    default int window() {
        return Integer.MAX_VALUE;
    }
}
