package dev.fenestra.hw.sim.hca.respond;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.port.Watch;
import dev.fenestra.hw.sim.hca.protection.Protection;
import dev.fenestra.hw.sim.hca.qp.Psn;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.qp.QpStates;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.hca.rules.Verdict;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionStatus;
import dev.fenestra.hw.sim.roce.wire.Aeth;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;

/**
 * The receiving side of an RC QP and of an XRC target. A request passes its checks in a fixed order: PSN, opcode
 * sequence, SRQ, QP rights, resources, length, key. Only then is it executed. {@link Acknowledgements} notes the
 * answers and {@link ResponseSender} sends them.
 */
public final class Responder {
    private final ReceiveUnit receives;
    private final XrcUnit xrc;
    private final Acknowledgements answers;
    private final QpStates states;
    private final Watch watch;
    private final WriteUnit writes;
    private final ReadUnit reads;
    private final AtomicUnit atomics;
    private final FlushUnit flushes;
    private final AtomicWriteUnit atomicWrites;
    private boolean servesPlacement;

    /**
     * Makes a unit.
     *
     * @param protection the rules of memory
     * @param receives takes and completes receives
     * @param xrc finds the SRQ of XRC requests
     * @param answers notes answers
     * @param states QPs with work, and QPs in error
     * @param watch observers and counters
     */
    public Responder(
            Protection protection,
            ReceiveUnit receives,
            XrcUnit xrc,
            Acknowledgements answers,
            QpStates states,
            Watch watch) {
        this.receives = receives;
        this.xrc = xrc;
        this.answers = answers;
        this.states = states;
        this.watch = watch;
        writes = new WriteUnit(protection, receives, answers);
        reads = new ReadUnit(protection, answers, states);
        atomics = new AtomicUnit(protection, answers);
        flushes = new FlushUnit(protection, answers);
        atomicWrites = new AtomicWriteUnit(protection, answers);
    }

    /**
     * Makes the responder serve FLUSH and ATOMIC_WRITE (IBTA annex A19). Without this call they are unknown opcodes.
     */
    public void servePlacement() {
        servesPlacement = true;
    }

    /**
     * Processes a packet, or a burst that is certain to be accepted.
     *
     * @param qp the QP on which it arrived
     * @param packet the packet or burst
     * @param mask {@link OpcodeMask} of its opcode
     * @return the verdict; of a burst, accepted
     */
    public Verdict receive(QpContext qp, Packet packet, int mask) {
        if (!qp.answers()) {
            watch.dropped();
            return Verdict.Plain.WRONG_STATE;
        }
        int ahead = Psn.difference(Bth.psn(packet.header, 0), qp.receive.expectedPsn);
        if (ahead > 0) {
            return missed(qp);
        }
        if (ahead < 0) {
            return repeated(qp, packet, mask);
        }
        qp.receive.sequenceNakSent = false;
        return accept(qp, packet, mask);
    }

    /**
     * Handles a gap: a packet before this one was lost or rejected as not ready. It asks once for that packet, then
     * stays silent until it comes.
     */
    private Verdict missed(QpContext qp) {
        watch.counters().outOfSequence++;
        answers.missing(qp);
        return Verdict.Plain.OUT_OF_SEQUENCE;
    }

    /**
     * Handles a repeated packet: a READ is answered again, an atomic gets its saved result, all others are only
     * acknowledged again.
     */
    private Verdict repeated(QpContext qp, Packet packet, int mask) {
        watch.counters().duplicateRequests++;
        int psn = Bth.psn(packet.header, 0);
        if ((mask & OpcodeMask.READ_REQUEST) != 0) {
            return answers.answeredAgain(qp, reads.repeat(qp, packet));
        }
        if ((mask & OpcodeMask.ATOMIC) != 0) {
            return answers.answeredAgain(qp, qp.receive.responses.repeatAtomic(psn));
        }
        if ((mask & (OpcodeMask.FLUSH | OpcodeMask.ATOMIC_WRITE)) != 0) {
            return answers.answeredAgain(qp, qp.receive.responses.repeatEmpty(psn));
        }
        answers.respond(qp, Psn.plus(qp.receive.expectedPsn, -1), Aeth.ACK);
        return Verdict.Plain.DUPLICATE;
    }

    private Verdict accept(QpContext qp, Packet packet, int mask) {
        if (!qp.receive.follows(mask)) {
            return answers.invalid(qp, HcaRule.T1, "opcode=" + Bth.opcode(packet.header, 0));
        }
        HcaRule foreign = (mask & OpcodeMask.XRC_ETH) == 0 ? null : xrc.admit(qp, packet);
        if (foreign != null) {
            return answers.invalid(qp, foreign, xrc.explain(qp, packet));
        }
        states.established(qp);
        if ((mask & OpcodeMask.SEND) != 0) {
            return send(qp, packet, mask);
        } else if ((mask & OpcodeMask.WRITE) != 0) {
            return writes.receive(qp, packet, mask);
        } else if ((mask & OpcodeMask.READ_REQUEST) != 0) {
            return reads.receive(qp, packet);
        } else if ((mask & OpcodeMask.ATOMIC) != 0) {
            return atomics.receive(qp, packet);
        } else if ((mask & OpcodeMask.FLUSH) != 0 && servesPlacement) {
            return flushes.receive(qp, packet);
        } else if ((mask & OpcodeMask.ATOMIC_WRITE) != 0 && servesPlacement) {
            return atomicWrites.receive(qp, packet);
        } else {
            String values = "opcode=" + Bth.opcode(packet.header, 0) + " is not served";
            return answers.invalid(qp, HcaRule.T1, values);
        }
    }

    private Verdict send(QpContext qp, Packet packet, int mask) {
        if ((mask & OpcodeMask.RECEIVE) != 0 && !receives.take(qp)) {
            return answers.notReady(qp);
        }
        if (!PayloadLength.fitsPacket(qp, packet, mask)) {
            String values = "payload=" + packet.payloadBytes() + " mtu=" + qp.connection.mtu;
            return answers.invalid(qp, HcaRule.T2, values);
        }
        return switch (receives.place(qp, packet)) {
            case GRANTED -> received(qp, packet, mask);
            case REFUSED -> {
                Verdict refused = receives.fail(qp, packet);
                boolean tooLong = receives.refusal() == HcaRule.T3;
                answers.nakAndStop(qp, tooLong ? Aeth.NAK_INVALID_REQUEST : Aeth.NAK_REMOTE_OPERATIONAL);
                yield refused;
            }
            case WAITS -> answers.notPresent(qp);
        };
    }

    /** Completes a SEND at its last packet. One whose invalidate is refused gets no answer (IBA 9.9.6.3, class J). */
    private Verdict received(QpContext qp, Packet packet, int mask) {
        qp.receive.advance(packet.packets(), mask);
        boolean isLast = (mask & OpcodeMask.END) != 0;
        Verdict verdict = isLast ? receives.complete(qp, packet, mask) : Verdict.Plain.ACCEPTED;
        if (verdict == Verdict.Plain.ACCEPTED) {
            answers.acknowledge(qp, packet, mask);
        }
        return verdict;
    }

    /**
     * Asks for the packet that was rejected for a missing page, which has come.
     *
     * @param qp the QP
     */
    public void pageCame(QpContext qp) {
        answers.pageCame(qp);
    }

    /**
     * Refuses a peer's WRITE, atomic or FLUSH, since its page cannot be had.
     *
     * @param qp the QP
     * @param mkey the region
     * @param address of the page
     * @param values region and address, for the log
     */
    public void pageFailed(QpContext qp, int mkey, long address, String values) {
        if (qp.answers()) {
            answers.refuseAccess(qp, HcaRule.O2, values, mkey, address, 0);
        }
    }

    /**
     * Fails the receive in use, since its page cannot be had.
     *
     * @param qp the QP
     * @param values region and address, for the log
     */
    public void receivePageFailed(QpContext qp, String values) {
        if (qp.answers()) {
            watch.refused(HcaRule.O2, qp.number, values);
            receives.failTaken(qp, CompletionStatus.LOCAL_PROTECTION, HcaRule.O2);
            if (qp.isReliable()) {
                answers.nakAndStop(qp, Aeth.NAK_REMOTE_OPERATIONAL);
            } else {
                states.toError(qp);
            }
        }
    }
}
