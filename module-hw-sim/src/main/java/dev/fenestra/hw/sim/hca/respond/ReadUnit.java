package dev.fenestra.hw.sim.hca.respond;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.protection.Grant;
import dev.fenestra.hw.sim.hca.protection.Outcome;
import dev.fenestra.hw.sim.hca.protection.Protection;
import dev.fenestra.hw.sim.hca.protection.RemoteAccess;
import dev.fenestra.hw.sim.hca.protection.Use;
import dev.fenestra.hw.sim.hca.qp.Psn;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.qp.QpStates;
import dev.fenestra.hw.sim.hca.qp.ReceiveState;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.hca.rules.Verdict;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import dev.fenestra.hw.sim.roce.wire.Reth;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;

/** Admits RDMA READs at the responder; {@link ResponseSender} reads the memory when it answers. */
final class ReadUnit {
    private final Protection protection;
    private final Acknowledgements answers;
    private final QpStates states;
    private final Grant grant = new Grant(Use.PLACE);

    ReadUnit(Protection protection, Acknowledgements answers, QpStates states) {
        this.protection = protection;
        this.answers = answers;
        this.states = states;
    }

    /**
     * Processes a READ that is in sequence.
     *
     * @return its verdict
     */
    Verdict receive(QpContext qp, Packet packet) {
        int at = reth(packet);
        int rkey = Reth.rkey(packet.header, at);
        long address = Reth.address(packet.header, at);
        long length = Reth.length(packet.header, at) & 0xffffffffL;
        if (!qp.connection.remoteRead) {
            String values = "remote read is off on QP " + Integer.toHexString(qp.number);
            return answers.refuseAccess(qp, HcaRule.A8, values, rkey, address, length);
        }
        if (answers.areAllInUse(qp)) {
            return answers.tooMany(qp);
        }
        if (length > PayloadLength.LONGEST_MESSAGE) {
            return answers.invalid(qp, HcaRule.T5, "length=" + length);
        }
        if (length == 0 || isGranted(qp, rkey, address, length)) {
            return admit(qp, rkey, address, length);
        }
        String values = protection.explain.access("rkey", grant, qp);
        return answers.refuseAccess(qp, grant.rule(), values, rkey, address, length);
    }

    private boolean isGranted(QpContext qp, int rkey, long address, long length) {
        return protection.remoteKey(qp, RemoteAccess.READ, rkey, address, length, 0, grant) == Outcome.GRANTED;
    }

    private Verdict admit(QpContext qp, int rkey, long address, long length) {
        ReceiveState state = qp.receive;
        state.ownResponses().addRead(qp.pd, rkey, address, length, state.expectedPsn, version(rkey, length));
        states.ready(qp);
        int mtu = qp.connection.mtu;
        int packets = (int) Math.max(1, (length + mtu - 1) / mtu);
        state.expectedPsn = Psn.plus(state.expectedPsn, packets);
        state.messageCount = Psn.plus(state.messageCount, 1);
        return Verdict.Plain.ACCEPTED;
    }

    /**
     * Processes a READ that arrived before, or a part of it.
     *
     * @return false when it is no longer known
     */
    boolean repeat(QpContext qp, Packet packet) {
        int at = reth(packet);
        int rkey = Reth.rkey(packet.header, at);
        long length = Reth.length(packet.header, at) & 0xffffffffL;
        long address = Reth.address(packet.header, at);
        int version = version(rkey, length);
        int psn = Bth.psn(packet.header, 0);
        return qp.connection.remoteRead
                && qp.receive.responses.repeatRead(rkey, address, length, psn, qp.connection.mtu, version);
    }

    private int version(int rkey, long length) {
        return length == 0 ? 0 : protection.version(rkey);
    }

    private static int reth(Packet packet) {
        return WireOpcode.offsetOf(Bth.opcode(packet.header, 0), OpcodeMask.RETH);
    }
}
