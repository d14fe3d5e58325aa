package dev.fenestra.hw.sim.hca.core;

/**
 * The peer of a QP, and how the QP answers it.
 *
 * @param qpn the peer's QP
 * @param gidHigh upper half of the peer's GID
 * @param gidLow lower half of the peer's GID
 * @param udpPort source port of packets to it
 * @param mtu path MTU, bytes
 * @param psn first PSN expected of it
 * @param depth READs and atomics served at a time
 * @param rnrTimer code of the time it is told to wait when no receive is posted
 */
public record QpPeer(int qpn, long gidHigh, long gidLow, int udpPort, int mtu, int psn, int depth, int rnrTimer) {}
