package dev.fenestra.hw.sim.hca.respond;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.port.Admission;
import dev.fenestra.hw.sim.hca.port.Watch;
import dev.fenestra.hw.sim.hca.protection.Outcome;
import dev.fenestra.hw.sim.hca.qp.MulticastGroups;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.qp.QpStates;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.hca.rules.Verdict;
import dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.Deth;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;

/**
 * The receiving side of a UD QP. It drops a datagram that breaks a rule or has no receive with room, and the sender
 * never learns of it. An accepted datagram follows 40 bytes of GRH in its receive.
 */
public final class DatagramReceiver {
    private final ReceiveUnit receives;
    private final MulticastGroups groups;
    private final QpStates states;
    private final Watch watch;
    private final GrhBlock grh = new GrhBlock();

    /**
     * Makes a unit.
     *
     * @param receives takes and completes receives
     * @param groups multicast groups
     * @param states QPs with work, and QPs in error
     * @param watch observers and counters
     */
    public DatagramReceiver(ReceiveUnit receives, MulticastGroups groups, QpStates states, Watch watch) {
        this.receives = receives;
        this.groups = groups;
        this.states = states;
        this.watch = watch;
    }

    /**
     * Delivers a datagram for a group to each attached QP, as if it had come for that QP alone. It is accepted when one
     * of them accepts it.
     *
     * @param packet the datagram
     * @param mask {@link OpcodeMask} of its opcode
     */
    public void receiveForGroup(Packet packet, int mask) {
        QpContext[] members = groups.membersOf(packet.destinationGidHigh, packet.destinationGidLow);
        if (members.length == 0) {
            watch.drop(Verdict.Plain.NO_QP);
        }
        boolean isAccepted = false;
        for (QpContext qp : members) {
            watch.judge(Verdict.Plain.ACCEPTED);
            packet.rewind();
            Verdict rejection = Admission.rejection(qp, packet, mask);
            if (rejection == null) {
                receive(qp, packet, mask);
            } else {
                watch.drop(rejection);
            }
            isAccepted |= watch.verdict() == Verdict.Plain.ACCEPTED;
        }
        if (isAccepted) {
            watch.judge(Verdict.Plain.ACCEPTED);
        }
    }

    /**
     * Delivers a datagram to a QP.
     *
     * @param qp a UD QP
     * @param packet the datagram
     * @param mask {@link OpcodeMask} of its opcode
     */
    public void receive(QpContext qp, Packet packet, int mask) {
        if (!qp.answers()) {
            watch.drop(Verdict.Plain.WRONG_STATE);
            return;
        }
        if (!PayloadLength.fitsPacket(qp, packet, mask)) {
            watch.drop(Verdict.Plain.WRONG_LENGTH);
            return;
        }
        int deth = WireOpcode.offsetOf(Bth.opcode(packet.header, 0), OpcodeMask.DETH);
        int qkey = Deth.qkey(packet.header, deth);
        if (qkey != qp.connection.qkey) {
            watch.counters().qkeyViolations++;
            drop(qp, HcaRule.U2, String.format("qkey=0x%08x, of the QP 0x%08x", qkey, qp.connection.qkey));
        } else if (!receives.take(qp)) {
            watch.counters().datagramsWithoutRoom++;
            drop(qp, HcaRule.U4, "payload=" + packet.payloadBytes());
        } else if (!receives.hasRoom(qp, GrhBlock.BYTES + packet.payloadBytes())) {
            tooLong(qp, packet);
        } else {
            place(qp, packet, mask);
        }
    }

    /**
     * Drops a datagram that does not fit its receive. A receive of the QP's own queue stays for the next datagram (IBA
     * class D). One of an SRQ is used up and completes in error, or it would wait on this QP alone (class E). The QP
     * goes on in both cases, as in rxe_resp.c.
     */
    private void tooLong(QpContext qp, Packet packet) {
        watch.counters().datagramsWithoutRoom++;
        drop(qp, HcaRule.U3, "payload=" + packet.payloadBytes());
        if (qp.srq != null) {
            receives.failTaken(qp, CqeSyndrome.LOCAL_LENGTH, HcaRule.U3);
        }
    }

    private void place(QpContext qp, Packet packet, int mask) {
        receives.rewind(qp);
        Outcome outcome = receives.foresee(qp, GrhBlock.BYTES + packet.payloadBytes());
        if (outcome == Outcome.GRANTED) {
            outcome = receives.place(qp, grh.of(packet));
        }
        if (outcome == Outcome.GRANTED) {
            outcome = receives.place(qp, packet);
        }
        switch (outcome) {
            case GRANTED -> receives.complete(qp, packet, mask);
            case REFUSED -> {
                receives.fail(qp, packet);
                states.toError(qp);
            }
            case WAITS -> {
                // A datagram is never sent again, so it is lost. The page is there for the next one.
                watch.counters().datagramsWithoutRoom++;
                drop(qp, receives.refusal(), "payload=" + packet.payloadBytes());
            }
        }
    }

    /** Reports a refusal to the log of this side only. */
    private void drop(QpContext qp, HcaRule rule, String values) {
        watch.refused(rule, qp.number, values);
        watch.drop();
    }
}
