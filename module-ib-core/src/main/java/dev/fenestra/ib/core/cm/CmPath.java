package dev.fenestra.ib.core.cm;

import dev.fenestra.ib.core.vocabulary.Gid;

/**
 * The way of a datagram to QP 1 of a peer.
 *
 * @param from the port and GID that it leaves by
 * @param destination the GID of the peer's port
 * @param trafficClass 8 bits
 * @param hopLimit routers that may be passed
 */
public record CmPath(CmPort from, Gid destination, int trafficClass, int hopLimit) {
    private static final int USUAL_HOPS = 64;

    /**
     * {@return a path with 64 hops}
     *
     * @param from the port and GID that it leaves by
     * @param destination the GID of the peer's port
     * @param trafficClass 8 bits
     */
    public static CmPath of(CmPort from, Gid destination, int trafficClass) {
        return new CmPath(from, destination, trafficClass, USUAL_HOPS);
    }
}
