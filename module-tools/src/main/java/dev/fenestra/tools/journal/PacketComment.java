package dev.fenestra.tools.journal;

import dev.fenestra.hw.sim.device.Verdict;
import dev.fenestra.hw.sim.fabric.Packet;
import java.util.OptionalLong;

/**
 * What a capture says of a packet: who sent it and why, and what became of it.
 *
 * @param host name of the sender; empty when the packet came from another machine
 * @param qpNumber of the sender
 * @param wqeIndex of the send WQE, or {@link Packet#NO_WQE}
 * @param operation name of the WQE's opcode
 * @param again it was sent before
 */
record PacketComment(String host, int qpNumber, int wqeIndex, String operation, boolean again) {

    static PacketComment of(Packet packet, String host) {
        return new PacketComment(
                packet.fromOutside ? "" : host,
                packet.sourceQpn,
                packet.wqeIndex,
                Names.wqe(packet.wqeOpcode),
                packet.again);
    }

    boolean isRequest() {
        return wqeIndex != Packet.NO_WQE;
    }

    /** The comment's text. */
    String text(OptionalLong wrId, Verdict verdict) {
        return cause(wrId) + (again ? ", sent again" : "") + " -> " + verdict.text();
    }

    private String cause(OptionalLong wrId) {
        if (host.isEmpty()) {
            return "from another machine";
        }
        String qp = String.format("%s QP 0x%06x", host, qpNumber);
        if (!isRequest()) {
            return qp + " answers";
        }
        String request = qp + " WQE " + wqeIndex + " " + operation;
        return wrId.isPresent() ? request + " wr_id=" + wrId.getAsLong() : request;
    }
}
