package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.device.HcaRule;
import dev.fenestra.hw.sim.device.Verdict;
import dev.fenestra.hw.sim.engine.protection.Grant;
import dev.fenestra.hw.sim.engine.protection.Outcome;
import dev.fenestra.hw.sim.engine.protection.RemoteAccess;
import dev.fenestra.hw.sim.engine.protection.Use;
import dev.fenestra.hw.sim.engine.qp.Psn;
import dev.fenestra.hw.sim.engine.qp.QpContext;
import dev.fenestra.hw.sim.fabric.Packet;
import dev.fenestra.hw.sim.prm.CqeSyndrome;
import dev.fenestra.hw.sim.queue.Event;
import dev.fenestra.hw.sim.wire.Aeth;
import dev.fenestra.hw.sim.wire.Bth;
import dev.fenestra.hw.sim.wire.OpcodeMask;
import dev.fenestra.hw.sim.wire.Reth;
import dev.fenestra.hw.sim.wire.WireOpcode;

/**
 * The receiving side of an RC QP and of an XRC target. A request passes its checks in a fixed order: PSN, opcode
 * sequence, SRQ, QP rights, resources, length, key; only then is it executed. Answers are noted here and sent by
 * {@link ResponseSender}.
 */
final class Responder {
    private final Engine engine;
    /** Without a page the responder stays silent, instead of sending the packet away. */
    private final boolean responderWaits;

    private final ReceiveUnit receives;
    private final AtomicUnit atomics;
    private final FlushUnit flushes;
    private final AtomicWriteUnit atomicWrites;
    private final Grant grant = new Grant(Use.PLACE);

    Responder(Engine engine) {
        this.engine = engine;
        receives = engine.receives;
        atomics = new AtomicUnit(engine.protection);
        flushes = new FlushUnit(engine.protection);
        atomicWrites = new AtomicWriteUnit(engine.protection);
        responderWaits = engine.config().odp().responderWaits();
    }

    /** Takes a packet, or a burst that is certain to be accepted. */
    void receive(QpContext qp, Packet packet, int mask) {
        if (!qp.answers()) {
            engine.drop(Verdict.Plain.WRONG_STATE);
            return;
        }
        int ahead = Psn.difference(Bth.psn(packet.header, 0), qp.receive.expectedPsn);
        if (ahead > 0) {
            missed(qp);
        } else if (ahead < 0) {
            repeated(qp, packet, mask);
        } else {
            qp.receive.sequenceNakSent = false;
            accept(qp, packet, mask);
        }
    }

    /**
     * A packet before this one was lost or sent away as not ready: asks once for it, then stays silent until it comes.
     */
    private void missed(QpContext qp) {
        engine.watch.counters().outOfSequence++;
        engine.watch.judge(Verdict.Plain.OUT_OF_SEQUENCE);
        if (!qp.receive.sequenceNakSent) {
            qp.receive.sequenceNakSent = true;
            respond(qp, qp.receive.expectedPsn, Aeth.NAK_PSN_SEQUENCE);
        }
    }

    /** Seen before: a READ is answered again, an atomic gets its saved result, all else is only acknowledged again. */
    private void repeated(QpContext qp, Packet packet, int mask) {
        engine.watch.counters().duplicateRequests++;
        engine.watch.judge(Verdict.Plain.DUPLICATE);
        if ((mask & OpcodeMask.READ_REQUEST) != 0) {
            repeatedRead(qp, packet);
        } else if ((mask & OpcodeMask.ATOMIC) != 0) {
            answerAgain(qp, qp.receive.responses.repeatAtomic(Bth.psn(packet.header, 0)));
        } else if ((mask & (OpcodeMask.FLUSH | OpcodeMask.ATOMIC_WRITE)) != 0) {
            answerAgain(qp, qp.receive.responses.repeatEmpty(Bth.psn(packet.header, 0)));
        } else {
            respond(qp, Psn.plus(qp.receive.expectedPsn, -1), Aeth.ACK);
        }
    }

    private void answerAgain(QpContext qp, boolean isKept) {
        if (isKept) {
            engine.ready(qp);
        } else {
            engine.drop(Verdict.Plain.FORGOTTEN);
        }
    }

    private void repeatedRead(QpContext qp, Packet packet) {
        int at = WireOpcode.offsetOf(Bth.opcode(packet.header, 0), OpcodeMask.RETH);
        int rkey = Reth.rkey(packet.header, at);
        long length = Reth.length(packet.header, at) & 0xffffffffL;
        long address = Reth.address(packet.header, at);
        int version = length == 0 ? 0 : engine.protection.version(rkey);
        int psn = Bth.psn(packet.header, 0);
        answerAgain(
                qp,
                qp.connection.remoteRead
                        && qp.receive.responses.repeatRead(rkey, address, length, psn, qp.connection.mtu, version));
    }

    private void accept(QpContext qp, Packet packet, int mask) {
        if (!qp.receive.follows(mask)) {
            invalid(qp, HcaRule.T1, "opcode=" + Bth.opcode(packet.header, 0));
            return;
        }
        HcaRule foreign = (mask & OpcodeMask.XRC_ETH) == 0 ? null : engine.xrc.admit(qp, packet);
        if (foreign != null) {
            invalid(qp, foreign, engine.xrc.explain(qp, packet));
            return;
        }
        engine.established(qp);
        if ((mask & OpcodeMask.SEND) != 0) {
            send(qp, packet, mask);
        } else if ((mask & OpcodeMask.WRITE) != 0) {
            write(qp, packet, mask);
        } else if ((mask & OpcodeMask.READ_REQUEST) != 0) {
            read(qp, packet);
        } else if ((mask & OpcodeMask.ATOMIC) != 0) {
            atomic(qp, packet);
        } else if ((mask & OpcodeMask.FLUSH) != 0 && engine.servesPlacement) {
            flush(qp, packet);
        } else if ((mask & OpcodeMask.ATOMIC_WRITE) != 0 && engine.servesPlacement) {
            atomicWrite(qp, packet);
        } else {
            invalid(qp, HcaRule.T1, "opcode=" + Bth.opcode(packet.header, 0) + " is not served");
        }
    }

    private void send(QpContext qp, Packet packet, int mask) {
        if ((mask & OpcodeMask.RECEIVE) != 0 && !receives.take(qp)) {
            notReady(qp);
        } else if (!PayloadLength.fitsPacket(qp, packet, mask)) {
            invalid(qp, HcaRule.T2, "payload=" + packet.payloadBytes() + " mtu=" + qp.connection.mtu);
        } else {
            switch (receives.place(qp, packet)) {
                case GRANTED -> received(qp, packet, mask);
                case REFUSED -> {
                    receives.fail(qp, packet);
                    boolean tooLong = receives.refusal() == HcaRule.T3;
                    nakAndStop(qp, tooLong ? Aeth.NAK_INVALID_REQUEST : Aeth.NAK_REMOTE_OPERATIONAL);
                }
                case WAITS -> notPresent(qp);
            }
        }
    }

    private void received(QpContext qp, Packet packet, int mask) {
        qp.receive.advance(packet.packets(), mask);
        if ((mask & OpcodeMask.END) == 0 || receives.complete(qp, packet, mask)) {
            acknowledge(qp, packet, mask);
        }
    }

    private void write(QpContext qp, Packet packet, int mask) {
        if ((mask & OpcodeMask.START) != 0) {
            int at = WireOpcode.offsetOf(Bth.opcode(packet.header, 0), OpcodeMask.RETH);
            long length = Reth.length(packet.header, at) & 0xffffffffL;
            qp.receive.beginWrite(Reth.rkey(packet.header, at), Reth.address(packet.header, at), length);
        }
        if (!qp.connection.remoteWrite) {
            refuseWrite(qp, HcaRule.A8, "remote write is off on QP " + Integer.toHexString(qp.number));
            return;
        }
        if ((mask & OpcodeMask.RECEIVE) != 0 && !receives.take(qp)) {
            notReady(qp);
            return;
        }
        HcaRule broken = PayloadLength.ofWrite(qp, packet, mask);
        if (broken != null) {
            invalid(
                    qp,
                    broken,
                    "payload=" + packet.payloadBytes() + " left=" + qp.receive.writeLeft + " mtu=" + qp.connection.mtu);
        } else if (placeWrite(qp, packet)) {
            written(qp, packet, mask);
        }
    }

    /** The key is looked up again for each packet; the first one is checked for the range of the whole message. */
    private boolean placeWrite(QpContext qp, Packet packet) {
        if (packet.payloadBytes() == 0) {
            return true;
        }
        int bytes = packet.payloadBytes();
        Outcome outcome = engine.protection.remote(
                qp,
                RemoteAccess.WRITE,
                qp.receive.writeKey,
                qp.receive.writeAddress,
                qp.receive.writeLeft,
                bytes,
                grant);
        if (outcome != Outcome.GRANTED) {
            notPlaced(qp, outcome);
            return false;
        }
        engine.protection.dma.scatter(packet, grant);
        qp.receive.written(bytes);
        return true;
    }

    private void notPlaced(QpContext qp, Outcome outcome) {
        if (outcome == Outcome.WAITS) {
            notPresent(qp);
        } else {
            refuseWrite(qp, grant.rule(), explain(qp, grant));
        }
    }

    private void written(QpContext qp, Packet packet, int mask) {
        qp.receive.advance(packet.packets(), mask);
        if ((mask & OpcodeMask.IMM_DT) != 0) {
            receives.completeWrite(qp, packet);
        }
        acknowledge(qp, packet, mask);
    }

    private void read(QpContext qp, Packet packet) {
        int at = WireOpcode.offsetOf(Bth.opcode(packet.header, 0), OpcodeMask.RETH);
        int rkey = Reth.rkey(packet.header, at);
        long address = Reth.address(packet.header, at);
        long length = Reth.length(packet.header, at) & 0xffffffffL;
        if (!qp.connection.remoteRead) {
            String values = "remote read is off on QP " + Integer.toHexString(qp.number);
            refuseAccess(qp, HcaRule.A8, values, rkey, address, length);
        } else if (qp.receive.responses.isFull(qp.connection.responderDepth)) {
            invalid(qp, HcaRule.T4, "max_dest_rd_atomic=" + qp.connection.responderDepth);
        } else if (length > PayloadLength.LONGEST_MESSAGE) {
            invalid(qp, HcaRule.T5, "length=" + length);
        } else {
            boolean isAdmitted = length == 0
                    || engine.protection.remoteKey(qp, RemoteAccess.READ, rkey, address, length, 0, grant)
                            == Outcome.GRANTED;
            if (!isAdmitted) {
                refuseAccess(qp, grant.rule(), explain(qp, grant), rkey, address, length);
                return;
            }
            int version = length == 0 ? 0 : engine.protection.version(rkey);
            qp.receive.responses.addRead(qp.pd, rkey, address, length, qp.receive.expectedPsn, version);
            engine.ready(qp);
            qp.receive.expectedPsn = Psn.plus(qp.receive.expectedPsn, packets(qp, length));
            qp.receive.messageCount = Psn.plus(qp.receive.messageCount, 1);
        }
    }

    private void atomic(QpContext qp, Packet packet) {
        if (!qp.connection.remoteAtomic) {
            refuseAtomic(qp, HcaRule.A8, "remote atomics are off on QP " + Integer.toHexString(qp.number), packet);
            return;
        }
        if (qp.receive.responses.isFull(qp.connection.responderDepth)) {
            invalid(qp, HcaRule.T4, "max_dest_rd_atomic=" + qp.connection.responderDepth);
            return;
        }
        switch (atomics.check(qp, packet)) {
            case GRANTED -> {
                atomics.execute(packet);
                qp.receive.responses.addAtomic(qp.receive.expectedPsn, atomics.original);
                qp.receive.advance(1, OpcodeMask.END);
                engine.ready(qp);
            }
            case REFUSED -> refuseAtomic(qp, atomics.grant.rule(), packet);
            case WAITS -> notPresent(qp);
        }
    }

    private void refuseAtomic(QpContext qp, HcaRule refusal, Packet packet) {
        if (refusal == HcaRule.T10) {
            invalid(qp, refusal, atomics.explain(qp, packet));
        } else {
            refuseAtomic(qp, refusal, atomics.explain(qp, packet), packet);
        }
    }

    private void flush(QpContext qp, Packet packet) {
        int types = flushes.types(packet);
        if ((types & ~qp.connection.remoteFlush) != 0) {
            refuseFlush(qp, HcaRule.A8, "types " + types + " are off on QP " + Integer.toHexString(qp.number), packet);
        } else if (qp.receive.responses.isFull(qp.connection.responderDepth)) {
            invalid(qp, HcaRule.T4, "max_dest_rd_atomic=" + qp.connection.responderDepth);
        } else {
            switch (flushes.check(qp, packet)) {
                case GRANTED -> answerEmpty(qp);
                case REFUSED -> refuseFlush(qp, flushes.grant.rule(), flushes.explain(qp, packet), packet);
                case WAITS -> notPresent(qp);
            }
        }
    }

    private void atomicWrite(QpContext qp, Packet packet) {
        if (!qp.connection.remoteWrite) {
            String values = "remote write is off on QP " + Integer.toHexString(qp.number);
            refuseAtomicWrite(qp, HcaRule.A8, values, packet);
        } else if (qp.receive.responses.isFull(qp.connection.responderDepth)) {
            invalid(qp, HcaRule.T4, "max_dest_rd_atomic=" + qp.connection.responderDepth);
        } else {
            switch (atomicWrites.check(qp, packet)) {
                case GRANTED -> {
                    atomicWrites.execute(packet);
                    answerEmpty(qp);
                }
                case REFUSED -> refuseAtomicWrite(qp, atomicWrites.grant.rule(), packet);
                case WAITS -> notPresent(qp);
            }
        }
    }

    private void refuseAtomicWrite(QpContext qp, HcaRule refusal, Packet packet) {
        if (refusal == HcaRule.T2 || refusal == HcaRule.T10) {
            invalid(qp, refusal, atomicWrites.explain(qp, packet));
        } else {
            refuseAtomicWrite(qp, refusal, atomicWrites.explain(qp, packet), packet);
        }
    }

    /** The request has been executed; its answer is a READ response without data. */
    private void answerEmpty(QpContext qp) {
        qp.receive.responses.addEmpty(qp.receive.expectedPsn);
        qp.receive.advance(1, OpcodeMask.END);
        engine.ready(qp);
    }

    private static int packets(QpContext qp, long length) {
        return (int) Math.max(1, (length + qp.connection.mtu - 1) / qp.connection.mtu);
    }

    private void acknowledge(QpContext qp, Packet packet, int mask) {
        if ((mask & OpcodeMask.END) != 0) {
            qp.receive.received = 0;
        }
        if (Bth.ackRequest(packet.header, 0)) {
            respond(qp, Bth.psn(packet.header, 0), Aeth.ACK);
        }
    }

    private void notReady(QpContext qp) {
        engine.watch.counters().rnrNaksSent++;
        engine.watch.judge(Verdict.Plain.NOT_READY);
        qp.receive.sequenceNakSent = true;
        respond(qp, qp.receive.expectedPsn, Aeth.RNR_NAK + qp.connection.minRnrTimer);
    }

    /**
     * A page is missing where the packet goes: as if it had never arrived, it is sent away, or asked for again when the
     * page has come.
     */
    private void notPresent(QpContext qp) {
        if (responderWaits) {
            qp.receive.sequenceNakSent = true;
        } else {
            notReady(qp);
        }
        engine.watch.judge(Verdict.Plain.NO_PAGE);
    }

    /** The page has come for which a packet was turned down. */
    void pageCame(QpContext qp) {
        if (responderWaits && qp.isReliable() && qp.answers()) {
            respond(qp, qp.receive.expectedPsn, Aeth.NAK_PSN_SEQUENCE);
        }
    }

    /** The page does not come that a peer's WRITE, atomic or FLUSH needs. */
    void pageFailed(QpContext qp, int mkey, long address, String values) {
        if (qp.answers()) {
            refuseAccess(qp, HcaRule.O2, values, mkey, address, 0);
        }
    }

    /** The page does not come that a receive needs. */
    void receivePageFailed(QpContext qp, String values) {
        if (qp.answers()) {
            engine.watch.refused(HcaRule.O2, qp.number, values);
            receives.failTaken(qp, CqeSyndrome.LOCAL_PROTECTION, HcaRule.O2);
            if (qp.isReliable()) {
                nakAndStop(qp, Aeth.NAK_REMOTE_OPERATIONAL);
            } else {
                engine.toError(qp);
            }
        }
    }

    private void invalid(QpContext qp, HcaRule rule, String values) {
        engine.watch.refused(rule, qp.number, values);
        if (!qp.receive.slot.taken) {
            engine.events.raise(Event.invalidRequest(qp.number, rule));
        }
        receives.failTaken(qp, CqeSyndrome.REMOTE_INVALID_REQUEST, rule);
        nakAndStop(qp, Aeth.NAK_INVALID_REQUEST);
    }

    private void refuseWrite(QpContext qp, HcaRule rule, String values) {
        refuseAccess(qp, rule, values, qp.receive.writeKey, qp.receive.writeAddress, qp.receive.writeLeft);
    }

    private void refuseAtomic(QpContext qp, HcaRule rule, String values, Packet packet) {
        refuseAccess(qp, rule, values, atomics.rkey(packet), atomics.address(packet), AtomicValue.BYTES);
    }

    private void refuseFlush(QpContext qp, HcaRule rule, String values, Packet packet) {
        refuseAccess(qp, rule, values, flushes.rkey(packet), flushes.address(packet), flushes.length(packet));
    }

    private void refuseAtomicWrite(QpContext qp, HcaRule rule, String values, Packet packet) {
        refuseAccess(qp, rule, values, atomicWrites.rkey(packet), atomicWrites.address(packet), AtomicValue.BYTES);
    }

    /** A remote access was refused: the peer learns only that, the reason stays here. */
    private void refuseAccess(QpContext qp, HcaRule rule, String values, int rkey, long address, long length) {
        engine.watch.refused(rule, qp.number, values);
        engine.events.raise(Event.accessError(qp.number, rule, rkey, address, length));
        receives.failTaken(qp, CqeSyndrome.LOCAL_ACCESS, rule);
        nakAndStop(qp, Aeth.NAK_REMOTE_ACCESS);
    }

    private String explain(QpContext qp, Grant refused) {
        return engine.protection.explain.access("rkey", refused, qp);
    }

    /** Notes a NAK for the present packet and puts the QP in error; the NAK still goes out. */
    private void nakAndStop(QpContext qp, int syndrome) {
        respond(qp, qp.receive.expectedPsn, syndrome);
        engine.toError(qp);
    }

    private void respond(QpContext qp, int psn, int syndrome) {
        qp.receive.acks.add(psn, syndrome, qp.receive.messageCount);
        engine.ready(qp);
    }
}
