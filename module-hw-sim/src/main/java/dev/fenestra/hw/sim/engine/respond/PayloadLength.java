package dev.fenestra.hw.sim.engine.respond;

import dev.fenestra.hw.sim.device.HcaRule;
import dev.fenestra.hw.sim.engine.qp.QpContext;
import dev.fenestra.hw.sim.fabric.Packet;
import dev.fenestra.hw.sim.wire.OpcodeMask;
import org.jspecify.annotations.Nullable;

/** How much payload a packet of a message must have. */
final class PayloadLength {
    static final long LONGEST_MESSAGE = 1L << 31;

    private PayloadLength() {}

    /**
     * The rule that the next packet of a WRITE breaks, of which {@code writeLeft} bytes are outstanding; null for none.
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

    /** All packets but the last are full, those of a burst too, and only a message of one packet may be empty. */
    static boolean fitsPacket(QpContext qp, Packet packet, int mask) {
        if ((mask & OpcodeMask.END) == 0) {
            return packet.payloadBytes() == packet.packets() * qp.connection.mtu;
        }
        boolean mayBeEmpty = (mask & OpcodeMask.START) != 0;
        return packet.payloadBytes() <= qp.connection.mtu && (mayBeEmpty || packet.payloadBytes() > 0);
    }
}
