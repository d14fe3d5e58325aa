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
import dev.fenestra.hw.sim.hca.vocabulary.CompletionStatus;
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
     * @return accepted when one QP has accepted it, else the verdict of the last one
     */
    public Verdict receiveForGroup(Packet packet, int mask) {
        QpContext[] members = groups.membersOf(packet.destinationGidHigh, packet.destinationGidLow);
        if (members.length == 0) {
            return drop(Verdict.Plain.NO_QP);
        }
        boolean isAccepted = false;
        Verdict last = Verdict.Plain.NO_QP;
        for (QpContext qp : members) {
            packet.rewind();
            Verdict rejection = Admission.rejection(qp, packet, mask);
            last = rejection == null ? receive(qp, packet, mask) : drop(rejection);
            isAccepted |= last == Verdict.Plain.ACCEPTED;
        }
        return isAccepted ? Verdict.Plain.ACCEPTED : last;
    }

    /**
     * Delivers a datagram to a QP.
     *
     * @param qp a UD QP
     * @param packet the datagram
     * @param mask {@link OpcodeMask} of its opcode
     * @return the verdict
     */
    public Verdict receive(QpContext qp, Packet packet, int mask) {
        if (!qp.answers()) {
            return drop(Verdict.Plain.WRONG_STATE);
        }
        if (!PayloadLength.fitsPacket(qp, packet, mask)) {
            return drop(Verdict.Plain.WRONG_LENGTH);
        }
        int deth = WireOpcode.offsetOf(Bth.opcode(packet.header, 0), OpcodeMask.DETH);
        int qkey = Deth.qkey(packet.header, deth);
        if (qkey != qp.connection.qkey) {
            watch.counters().qkeyViolations++;
            return refuse(qp, HcaRule.U2, String.format("qkey=0x%08x, of the QP 0x%08x", qkey, qp.connection.qkey));
        }
        if (!receives.take(qp)) {
            watch.counters().datagramsWithoutRoom++;
            return refuse(qp, HcaRule.U4, "payload=" + packet.payloadBytes());
        }
        return receives.hasRoom(qp, GrhBlock.BYTES + packet.payloadBytes())
                ? place(qp, packet, mask)
                : tooLong(qp, packet);
    }

    /**
     * Drops a datagram that does not fit its receive. A receive of the QP's own queue stays for the next datagram (IBA
     * class D). One of an SRQ is used up and completes in error, or it would wait on this QP alone (class E). The QP
     * goes on in both cases, as in rxe_resp.c.
     */
    private Verdict tooLong(QpContext qp, Packet packet) {
        watch.counters().datagramsWithoutRoom++;
        Verdict refused = refuse(qp, HcaRule.U3, "payload=" + packet.payloadBytes());
        if (qp.srq != null) {
            receives.failTaken(qp, CompletionStatus.LOCAL_LENGTH, HcaRule.U3);
        }
        return refused;
    }

    private Verdict place(QpContext qp, Packet packet, int mask) {
        receives.rewind(qp);
        Outcome outcome = receives.foresee(qp, GrhBlock.BYTES + packet.payloadBytes());
        if (outcome == Outcome.GRANTED) {
            outcome = receives.place(qp, grh.of(packet));
        }
        if (outcome == Outcome.GRANTED) {
            outcome = receives.place(qp, packet);
        }
        return switch (outcome) {
            case GRANTED -> receives.complete(qp, packet, mask);
            case REFUSED -> {
                Verdict refused = receives.fail(qp, packet);
                states.toError(qp);
                yield refused;
            }
            case WAITS -> {
                // A datagram is never sent again, so it is lost. The page is there for the next one.
                watch.counters().datagramsWithoutRoom++;
                yield refuse(qp, receives.refusal(), "payload=" + packet.payloadBytes());
            }
        };
    }

    private Verdict drop(Verdict why) {
        watch.dropped();
        return why;
    }

    /** Drops a datagram by a rule. It reports that to the log of this side only. */
    private Verdict refuse(QpContext qp, HcaRule rule, String values) {
        watch.refused(rule, qp.number, values);
        return drop(Verdict.refusedBy(rule));
    }
}
