package dev.fenestra.hw.sim.hca.respond;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.port.Watch;
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

/**
 * The receiving side of a UC QP. It answers nothing. It drops refused and incomplete messages, up to the next packet
 * that begins a message. A receive WQE of a dropped message serves the next one. Only an accepted packet
 * moves the expected PSN, to the one after its own, as Linux does it (check_psn in rxe_resp.c).
 */
public final class UnreliableResponder {
    private final Protection protection;
    private final ReceiveUnit receives;
    private final QpStates states;
    private final Watch watch;
    private final Grant grant = new Grant(Use.PLACE);

    /**
     * Makes a unit.
     *
     * @param protection the rules of memory
     * @param receives takes and completes receives
     * @param states QPs with work, and QPs in error
     * @param watch observers and counters
     */
    public UnreliableResponder(Protection protection, ReceiveUnit receives, QpStates states, Watch watch) {
        this.protection = protection;
        this.receives = receives;
        this.states = states;
        this.watch = watch;
    }

    /**
     * Processes a packet.
     *
     * @param qp the QP on which it arrived
     * @param packet the packet
     * @param mask {@link OpcodeMask} of its opcode
     * @return the verdict
     */
    public Verdict receive(QpContext qp, Packet packet, int mask) {
        if (!qp.answers()) {
            watch.dropped();
            return Verdict.Plain.WRONG_STATE;
        }
        int psn = Bth.psn(packet.header, 0);
        boolean start = (mask & OpcodeMask.START) != 0;
        boolean follows = psn == qp.receive.expectedPsn && qp.receive.expectedPart == (mask & ReceiveState.OPERATIONS);
        if (start) {
            receives.rewind(qp);
        }
        Verdict verdict = start || follows ? take(qp, packet, mask) : Verdict.Plain.OUT_OF_SEQUENCE;
        boolean taken = verdict == Verdict.Plain.ACCEPTED;
        if (taken) {
            qp.receive.expectedPsn = Psn.plus(psn, 1);
            states.established(qp);
        }
        boolean goesOn = taken && (mask & OpcodeMask.END) == 0;
        qp.receive.expectedPart = goesOn ? mask & ReceiveState.OPERATIONS : ReceiveState.NO_MESSAGE;
        if (!taken) {
            watch.dropped();
        }
        return verdict;
    }

    private Verdict take(QpContext qp, Packet packet, int mask) {
        if ((mask & OpcodeMask.RECEIVE) != 0 && !receives.take(qp)) {
            return refuse(qp, HcaRule.U4, "payload=" + packet.payloadBytes());
        }
        return (mask & OpcodeMask.SEND) != 0 ? send(qp, packet, mask) : write(qp, packet, mask);
    }

    private Verdict send(QpContext qp, Packet packet, int mask) {
        if (!PayloadLength.fitsPacket(qp, packet, mask)) {
            return Verdict.Plain.WRONG_LENGTH;
        }
        boolean isPlaced = receives.place(qp, packet) == Outcome.GRANTED;
        if (!isPlaced && receives.refusal() == HcaRule.T3) {
            return refuse(qp, HcaRule.T3, "payload=" + packet.payloadBytes());
        }
        if (!isPlaced) {
            Verdict refused = receives.fail(qp, packet);
            states.toError(qp);
            return refused;
        }
        return (mask & OpcodeMask.END) == 0 ? Verdict.Plain.ACCEPTED : receives.complete(qp, packet, mask);
    }

    private Verdict write(QpContext qp, Packet packet, int mask) {
        if (!qp.connection.remoteWrite) {
            return refuse(qp, HcaRule.A8, "remote write is off");
        }
        if ((mask & OpcodeMask.START) != 0) {
            WriteUnit.begin(qp, packet);
        }
        HcaRule broken = PayloadLength.ofWrite(qp, packet, mask);
        if (broken != null) {
            return refuse(qp, broken, "payload=" + packet.payloadBytes());
        }
        Verdict placed = place(qp, packet);
        if (placed == Verdict.Plain.ACCEPTED && (mask & OpcodeMask.IMM_DT) != 0) {
            receives.completeWrite(qp, packet);
        }
        return placed;
    }

    private Verdict place(QpContext qp, Packet packet) {
        if (packet.payloadBytes() == 0) {
            return Verdict.Plain.ACCEPTED;
        }
        int bytes = packet.payloadBytes();
        Outcome outcome = protection.remote(
                qp,
                RemoteAccess.WRITE,
                qp.receive.writeKey,
                qp.receive.writeAddress,
                qp.receive.writeLeft,
                bytes,
                grant);
        if (outcome != Outcome.GRANTED) {
            return refuse(qp, grant.rule(), protection.explain.access("rkey", grant, qp));
        }
        protection.dma.scatter(packet, grant);
        qp.receive.written(bytes);
        return Verdict.Plain.ACCEPTED;
    }

    /** Reports a refusal to the log of this side only. The sender never learns of it. */
    private Verdict refuse(QpContext qp, HcaRule rule, String values) {
        watch.refused(rule, qp.number, values);
        return Verdict.refusedBy(rule);
    }
}
