package dev.fenestra.hw.sim.hca.observe;

/**
 * A packet that a device sent, beside its headers.
 *
 * @param qpn of the QP that sends it
 * @param hasWqe it belongs to a send WQE; an answer does not
 * @param wqeIndex index of that WQE
 * @param wqeOpcode operation of that WQE, as {@link dev.fenestra.hw.sim.hca.vocabulary.SendOpcode} says
 * @param again it was sent before
 * @param sourceGidHigh upper half of the sender's GID
 * @param sourceGidLow lower half of the sender's GID
 * @param destinationGidHigh upper half of the destination's GID
 * @param destinationGidLow lower half of the destination's GID
 * @param udpSourcePort as in its UDP header
 * @param trafficClass as in its IP header, 8 bits
 * @param flowLabel as in an IPv6 header, 20 bits
 * @param hopLimit as in its IP header, 8 bits
 * @param payload its first bytes, at most {@value #MOST_PAYLOAD}. A copy; do not change it
 */
public record SentPacket(
        int qpn,
        boolean hasWqe,
        int wqeIndex,
        int wqeOpcode,
        boolean again,
        long sourceGidHigh,
        long sourceGidLow,
        long destinationGidHigh,
        long destinationGidLow,
        int udpSourcePort,
        int trafficClass,
        int flowLabel,
        int hopLimit,
        byte[] payload) {
    /** Most bytes of the payload that a copy has. */
    public static final int MOST_PAYLOAD = 64;
}
