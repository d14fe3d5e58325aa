package dev.fenestra.hw.sim.hca.respond;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.protection.Grant;
import dev.fenestra.hw.sim.hca.protection.Outcome;
import dev.fenestra.hw.sim.hca.protection.Protection;
import dev.fenestra.hw.sim.hca.protection.RemoteAccess;
import dev.fenestra.hw.sim.hca.protection.Use;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.qp.ReceiveState;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.hca.rules.Verdict;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import dev.fenestra.hw.sim.roce.wire.Reth;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;

/** Executes RDMA WRITEs at a reliable responder, packet by packet or burst by burst. */
final class WriteUnit {
    private final Protection protection;
    private final ReceiveUnit receives;
    private final Acknowledgements answers;
    private final Grant grant = new Grant(Use.PLACE);

    WriteUnit(Protection protection, ReceiveUnit receives, Acknowledgements answers) {
        this.protection = protection;
        this.receives = receives;
        this.answers = answers;
    }

    /**
     * Processes a packet or a burst that is in sequence.
     *
     * @return its verdict
     */
    Verdict receive(QpContext qp, Packet packet, int mask) {
        if ((mask & OpcodeMask.START) != 0) {
            begin(qp, packet);
        }
        if (!qp.connection.remoteWrite) {
            return refuse(qp, HcaRule.A8, "remote write is off on QP " + Integer.toHexString(qp.number));
        }
        if ((mask & OpcodeMask.RECEIVE) != 0 && !receives.take(qp)) {
            return answers.notReady(qp);
        }
        HcaRule broken = PayloadLength.ofWrite(qp, packet, mask);
        if (broken != null) {
            return answers.invalid(qp, broken, lengths(qp, packet));
        }
        return switch (place(qp, packet)) {
            case GRANTED -> written(qp, packet, mask);
            case REFUSED -> refuse(qp, grant.rule(), protection.explain.access("rkey", grant, qp));
            case WAITS -> answers.notPresent(qp);
        };
    }

    /** Notes the memory of the WRITE that a packet begins. */
    static void begin(QpContext qp, Packet packet) {
        int at = WireOpcode.offsetOf(Bth.opcode(packet.header, 0), OpcodeMask.RETH);
        long length = Reth.length(packet.header, at) & 0xffffffffL;
        qp.receive.beginWrite(Reth.rkey(packet.header, at), Reth.address(packet.header, at), length);
    }

    private static String lengths(QpContext qp, Packet packet) {
        return "payload=" + packet.payloadBytes() + " left=" + qp.receive.writeLeft + " mtu=" + qp.connection.mtu;
    }

    /**
     * Checks the key, which is looked up again for each packet. The first packet is checked for the range of the whole
     * message.
     */
    private Outcome place(QpContext qp, Packet packet) {
        if (packet.payloadBytes() == 0) {
            return Outcome.GRANTED;
        }
        int bytes = packet.payloadBytes();
        ReceiveState write = qp.receive;
        Outcome outcome = protection.remote(
                qp, RemoteAccess.WRITE, write.writeKey, write.writeAddress, write.writeLeft, bytes, grant);
        if (outcome == Outcome.GRANTED) {
            protection.dma.scatter(packet, grant);
            write.written(bytes);
        }
        return outcome;
    }

    private Verdict written(QpContext qp, Packet packet, int mask) {
        qp.receive.advance(packet.packets(), mask);
        if ((mask & OpcodeMask.IMM_DT) != 0) {
            receives.completeWrite(qp, packet);
        }
        answers.acknowledge(qp, packet, mask);
        return Verdict.Plain.ACCEPTED;
    }

    private Verdict refuse(QpContext qp, HcaRule rule, String values) {
        ReceiveState write = qp.receive;
        return answers.refuseAccess(qp, rule, values, write.writeKey, write.writeAddress, write.writeLeft);
    }
}
