package dev.fenestra.hw.sim.hca.respond;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import org.jspecify.annotations.Nullable;

/** The rules about the payload length of a packet. */
public final class PayloadLength {
    /**
     * Bytes of the longest message (IBA 9.7.7).
     */
    public static final long LONGEST_MESSAGE = 1L << 31;

    private PayloadLength() {}

    /**
     * {@return the rule that the next packet of a WRITE breaks; null for none} There are {@code writeLeft} bytes
     * outstanding.
     */
    static @Nullable HcaRule ofWrite(QpContext qp, Packet packet, int mask) {
        if (qp.receive.writeLeft > LONGEST_MESSAGE) {
            return HcaRule.T5;
        }
        boolean fits = (mask & OpcodeMask.END) != 0
                ? packet.payloadBytes() == qp.receive.writeLeft
                : packet.payloadBytes() < qp.receive.writeLeft;
        return fits && fitsPacket(qp, packet, mask) ? null : HcaRule.T2;
    }

    /**
     * {@return whether a packet has the length of its place} All packets but the last are full, those of a burst too.
     * Only a message of one packet may be empty.
     */
    static boolean fitsPacket(QpContext qp, Packet packet, int mask) {
        if ((mask & OpcodeMask.END) == 0) {
            return packet.payloadBytes() == packet.packets() * qp.connection.mtu;
        }
        boolean mayBeEmpty = (mask & OpcodeMask.START) != 0;
        return packet.payloadBytes() <= qp.connection.mtu && (mayBeEmpty || packet.payloadBytes() > 0);
    }
}
