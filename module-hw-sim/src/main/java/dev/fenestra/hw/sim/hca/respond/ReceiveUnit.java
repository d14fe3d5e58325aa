package dev.fenestra.hw.sim.hca.respond;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.event.CompletionReports;
import dev.fenestra.hw.sim.hca.event.EventQueues;
import dev.fenestra.hw.sim.hca.limits.OdpSupport;
import dev.fenestra.hw.sim.hca.port.Watch;
import dev.fenestra.hw.sim.hca.protection.Grant;
import dev.fenestra.hw.sim.hca.protection.Outcome;
import dev.fenestra.hw.sim.hca.protection.Protection;
import dev.fenestra.hw.sim.hca.protection.Use;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.qp.QpStates;
import dev.fenestra.hw.sim.hca.qp.ReceiveSlot;
import dev.fenestra.hw.sim.hca.qp.SrqContext;
import dev.fenestra.hw.sim.hca.queue.DataPiece;
import dev.fenestra.hw.sim.hca.queue.Event;
import dev.fenestra.hw.sim.hca.queue.SharedReceives;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.hca.rules.Verdict;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionKind;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionStatus;
import dev.fenestra.hw.sim.hca.vocabulary.EventKind;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.Deth;
import dev.fenestra.hw.sim.roce.wire.Ieth;
import dev.fenestra.hw.sim.roce.wire.ImmDt;
import dev.fenestra.hw.sim.roce.wire.NetworkHeaders;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import org.jspecify.annotations.Nullable;

/** Takes receive WQEs, places message payload in them, and completes them. */
public final class ReceiveUnit {
    private final Protection protection;
    private final CompletionReports completions;
    private final QpStates states;
    private final EventQueues events;
    private final Watch watch;
    private final InlineReceives inline;
    private final DataPiece piece = new DataPiece();
    private final Grant grant = new Grant(Use.RECEIVE);

    /**
     * Makes a unit.
     *
     * @param protection the rules of memory
     * @param completions writes CQEs
     * @param states QPs with work, and QPs in error
     * @param events gets events
     * @param watch observers and counters
     */
    public ReceiveUnit(
            Protection protection, CompletionReports completions, QpStates states, EventQueues events, Watch watch) {
        this.protection = protection;
        this.completions = completions;
        this.states = states;
        this.events = events;
        this.watch = watch;
        inline = new InlineReceives(protection);
    }

    /**
     * Takes the next receive WQE, unless one is in use already.
     *
     * @return false when none is posted
     */
    boolean take(QpContext qp) {
        if (qp.receive.slot.taken) {
            return true;
        }
        SrqContext srq = qp.srq;
        return srq == null ? takeOwn(qp) : takeShared(qp, srq);
    }

    private static boolean takeOwn(QpContext qp) {
        if (!qp.queues.hasReceive(qp.receive.nextReceive)) {
            return false;
        }
        qp.receive.slot.takeOwn(qp.receive.nextReceive, qp.queues, qp.pd);
        return true;
    }

    private boolean takeShared(QpContext qp, SrqContext srq) {
        int wqe = srq.receives.take(qp.queues);
        if (wqe == SharedReceives.EMPTY) {
            return false;
        }
        qp.receive.slot.takeShared(srq, wqe, qp.queues);
        if (srq.passesLimit()) {
            events.raise(Event.of(EventKind.SRQ_LIMIT, srq.number));
        }
        return true;
    }

    /** Starts to fill the receive WQE in use from its beginning, since its message was dropped half-way. */
    void rewind(QpContext qp) {
        qp.receive.slot.rewind();
        qp.receive.received = 0;
    }

    /**
     * {@return whether the receive WQE in use has room for a number of bytes} A malformed one counts as large enough:
     * {@link #place} refuses it.
     */
    boolean hasRoom(QpContext qp, int bytes) {
        ReceiveSlot slot = qp.receive.slot;
        long room = 0;
        for (int i = 0; room < bytes && slot.source.receivePiece(slot.index, i, piece); i++) {
            room += piece.isInline ? bytes : piece.length;
        }
        return room >= bytes;
    }

    /**
     * Places a packet's payload where the last one ended. A payload that is refused, or must wait, leaves no byte
     * behind.
     */
    Outcome place(QpContext qp, Packet packet) {
        if (carries(qp, packet)) {
            completions.carry(packet);
            qp.receive.received = packet.payloadBytes();
            return Outcome.GRANTED;
        }
        ReceiveSlot slot = qp.receive.slot;
        int bytes = packet.payloadBytes();
        if (bytes > 0 && isInOnePiece(slot, bytes)) {
            return placeInPiece(qp, slot, packet, bytes);
        }
        Outcome foreseen = foresee(qp, bytes);
        if (foreseen != Outcome.GRANTED) {
            return foreseen;
        }
        int unit = slot.unit;
        int offset = slot.offset;
        int left = packet.payloadBytes();
        while (left > 0) {
            HcaRule malformed = read(slot, slot.unit);
            if (malformed != null) {
                return grant.refuse(malformed);
            }
            long room = Math.max(0, piece.length - slot.offset);
            int part = (int) Math.min(left, room);
            Outcome outcome = part == 0 ? Outcome.GRANTED : placePart(qp, slot, packet, part);
            if (outcome != Outcome.GRANTED) {
                slot.unit = unit;
                slot.offset = offset;
                return outcome;
            }
            left -= part;
            slot.advance(part, room);
        }
        qp.receive.received += packet.payloadBytes();
        return Outcome.GRANTED;
    }

    /** {@return the rule by which {@link #place} or {@link #foresee} refused} */
    HcaRule refusal() {
        return grant.rule();
    }

    /** Places a payload in the piece that was just read. */
    private Outcome placeInPiece(QpContext qp, ReceiveSlot slot, Packet packet, int bytes) {
        Outcome outcome = placePart(qp, slot, packet, bytes);
        if (outcome == Outcome.GRANTED) {
            slot.advance(bytes, piece.length - slot.offset);
            qp.receive.received += bytes;
        }
        return outcome;
    }

    /**
     * {@return whether the present piece has room for the bytes, and each part of them would certainly be granted}
     *
     * @param qp the QP on which they arrived
     * @param bytes how many
     */
    public boolean isCertain(QpContext qp, int bytes) {
        ReceiveSlot slot = qp.receive.slot;
        return isInOnePiece(slot, bytes) && protection.localAtOnce(slot.pd, piece, slot.offset, bytes, grant);
    }

    /**
     * Checks whether the keys permit to store a number of bytes. A refused payload leaves no byte behind. So when bytes
     * go to several pieces, or come in several parts, all parts are checked first.
     */
    Outcome foresee(QpContext qp, int bytes) {
        ReceiveSlot slot = qp.receive.slot;
        int offset = slot.offset;
        int left = bytes;
        for (int unit = slot.unit; left > 0; unit++) {
            HcaRule malformed = read(slot, unit);
            if (malformed != null) {
                return grant.refuse(malformed);
            }
            int part = (int) Math.min(left, Math.max(0, piece.length - offset));
            Outcome outcome = part == 0 ? Outcome.GRANTED : protection.localKey(slot.pd, piece, offset, part, grant);
            if (outcome != Outcome.GRANTED) {
                return outcome;
            }
            left -= part;
            offset = 0;
        }
        return Outcome.GRANTED;
    }

    private boolean isInOnePiece(ReceiveSlot slot, int bytes) {
        return bytes == 0 || read(slot, slot.unit) == null && piece.length - slot.offset >= bytes;
    }

    /** Reads a piece of a receive. Returns the rule by which no byte can go there, or null. */
    private @Nullable HcaRule read(ReceiveSlot slot, int unit) {
        if (!slot.source.receivePiece(slot.index, unit, piece)) {
            return HcaRule.T3;
        }
        return piece.isInline ? HcaRule.W3 : null;
    }

    /**
     * {@return whether a message, which is this packet alone, travels in its completion} A message with an invalidate
     * does not: if the invalidate fails, the data must be in place all the same.
     */
    private boolean carries(QpContext qp, Packet packet) {
        int bytes = packet.payloadBytes();
        if (bytes == 0 || bytes > qp.receive.inlineReceive) {
            return false;
        }
        int shape = WireOpcode.maskOf(Bth.opcode(packet.header, 0)) & (OpcodeMask.ONLY | OpcodeMask.IETH);
        return shape == OpcodeMask.ONLY && inline.fits(qp.receive.slot, bytes);
    }

    private Outcome placePart(QpContext qp, ReceiveSlot slot, Packet packet, int part) {
        int operation = slot.from == null ? OdpSupport.RECEIVE : OdpSupport.SRQ_RECEIVE;
        Outcome outcome = protection.local(qp, slot.pd, piece, slot.offset, part, operation, grant);
        if (outcome == Outcome.GRANTED) {
            protection.dma.scatter(packet, grant);
        }
        return outcome;
    }

    /**
     * Completes the receive WQE in use with the refusal of {@link #place}.
     *
     * @return the verdict of the packet
     */
    Verdict fail(QpContext qp, Packet packet) {
        HcaRule refusal = grant.rule();
        boolean isOfMemory = refusal != HcaRule.T3 && refusal != HcaRule.W3;
        String values = isOfMemory
                ? protection.explain.access("lkey", grant, qp, qp.receive.slot.pd)
                : "received=" + qp.receive.received + " payload=" + packet.payloadBytes();
        watch.refused(refusal, qp.number, values);
        failTaken(qp, statusOf(refusal), refusal);
        return Verdict.refusedBy(refusal);
    }

    private static CompletionStatus statusOf(HcaRule rule) {
        return switch (rule) {
            case T3 -> CompletionStatus.LOCAL_LENGTH;
            case W3 -> CompletionStatus.LOCAL_QP_OPERATION;
            default -> CompletionStatus.LOCAL_PROTECTION;
        };
    }

    /**
     * Completes a SEND that has arrived.
     *
     * @return the verdict of its last packet: accepted, or refused when its invalidate was refused
     */
    Verdict complete(QpContext qp, Packet packet, int mask) {
        int opcode = Bth.opcode(packet.header, 0);
        if ((mask & OpcodeMask.IETH) != 0) {
            return completeWithInvalidate(
                    qp, packet, Ieth.rkey(packet.header, WireOpcode.offsetOf(opcode, OpcodeMask.IETH)));
        }
        if ((mask & OpcodeMask.IMM_DT) != 0) {
            int immediate = ImmDt.immediate(packet.header, WireOpcode.offsetOf(opcode, OpcodeMask.IMM_DT));
            finish(qp, packet, CompletionKind.RECEIVE_SEND_IMM, immediate);
        } else {
            finish(qp, packet, CompletionKind.RECEIVE_SEND, 0);
        }
        return Verdict.Plain.ACCEPTED;
    }

    private Verdict completeWithInvalidate(QpContext qp, Packet packet, int key) {
        HcaRule refusal = protection.invalidate(qp, key, true);
        if (refusal == null) {
            finish(qp, packet, CompletionKind.RECEIVE_SEND_INV, key);
            return Verdict.Plain.ACCEPTED;
        }
        watch.refused(refusal, qp.number, protection.explain.invalidate(key, qp));
        failTaken(qp, CompletionStatus.REMOTE_INVALID_REQUEST, refusal);
        states.toError(qp);
        return Verdict.refusedBy(refusal);
    }

    /** Completes an RDMA WRITE with immediate data that has arrived. */
    void completeWrite(QpContext qp, Packet packet) {
        int at = WireOpcode.offsetOf(Bth.opcode(packet.header, 0), OpcodeMask.IMM_DT);
        finish(qp, packet, CompletionKind.RECEIVE_WRITE_IMM, ImmDt.immediate(packet.header, at));
    }

    private void finish(QpContext qp, Packet last, CompletionKind kind, int immediateOrKey) {
        int index = release(qp);
        boolean solicited = Bth.solicited(last.header, 0);
        completions.received(
                qp,
                index,
                kind,
                (int) qp.receive.received,
                immediateOrKey,
                solicited,
                sourceQpn(last),
                NetworkHeaders.isOverIpv4(
                        last.sourceGidHigh, last.sourceGidLow, last.destinationGidHigh, last.destinationGidLow));
    }

    private static int sourceQpn(Packet packet) {
        int opcode = Bth.opcode(packet.header, 0);
        return (WireOpcode.maskOf(opcode) & OpcodeMask.DETH) == 0
                ? CompletionReports.NO_DATAGRAM
                : Deth.sourceQpn(packet.header, WireOpcode.offsetOf(opcode, OpcodeMask.DETH));
    }

    /**
     * Completes the receive WQE in use, if any, with an error.
     *
     * @param qp the QP
     * @param status how it fails
     * @param rule the broken rule
     */
    public void failTaken(QpContext qp, CompletionStatus status, HcaRule rule) {
        if (qp.receive.slot.taken) {
            completions.receiveFailed(qp, release(qp), status, rule.code());
        }
    }

    private static int release(QpContext qp) {
        ReceiveSlot slot = qp.receive.slot;
        slot.taken = false;
        if (slot.from == null) {
            qp.receive.nextReceive = slot.index + 1 & 0xffff;
        }
        return slot.index;
    }
}
