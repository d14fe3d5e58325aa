package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.device.HcaRule;
import dev.fenestra.hw.sim.fabric.Packet;
import dev.fenestra.hw.sim.manual.CqeSyndrome;
import dev.fenestra.hw.sim.manual.Qpc;
import dev.fenestra.hw.sim.manual.WqeOpcode;
import dev.fenestra.hw.sim.queue.SendOperation;
import dev.fenestra.hw.sim.wire.AtomicEth;
import dev.fenestra.hw.sim.wire.Bth;
import dev.fenestra.hw.sim.wire.Deth;
import dev.fenestra.hw.sim.wire.Feth;
import dev.fenestra.hw.sim.wire.Reth;
import dev.fenestra.hw.sim.wire.WireOpcode;

/** The sending side of a QP: fetches WQEs in order, executes local ones, and turns the others into packets. */
final class Requester {
    /** Packets of one QP before others get their turn. */
    private static final int BURST = 64;

    private static final int DEFAULT_PKEY = 0xffff;

    private final Engine engine;
    private final DataWalk walk;
    private final UmrUnit umr;
    private final SendOperation operation = new SendOperation();
    /** The request at the cursor has just been fetched as a whole: it is in {@link #operation}, and nothing of it is read again. */
    private boolean isFetched;

    /** What is left of {@link #BURST} for the QP whose turn it is. */
    private int budget;

    Requester(Engine engine) {
        this.engine = engine;
        walk = new DataWalk(engine);
        umr = new UmrUnit(engine);
    }

    /** Sends as much as may be sent now; a QP that has more asks for another turn. */
    void run(QpContext qp, long now) {
        qp.stalled = false;
        if (qp.faults.requesterWaits()) {
            return;
        }
        // Read once: whoever posts more rings again.
        int posted = qp.queues.sendsPosted();
        for (budget = BURST; budget > 0; budget--) {
            if (qp.rnrDeadline != QpContext.NEVER) {
                return;
            }
            SendRing ring = qp.sends;
            boolean isNew = ring.cursor == ring.tail;
            if (isNew && (qp.state == Qpc.STATE_SQD || !fetch(qp, posted))) {
                return;
            }
            int slot = ring.cursor & ring.mask;
            isFetched = isNew && operation.isWhole;
            boolean goesOn = isOnePacket(qp, slot) ? sendWhole(qp, slot, now) : advance(qp, slot, now);
            if (!goesOn) {
                qp.stalled = true;
                return;
            }
        }
        engine.ready(qp);
    }

    /** Whether the request has just been fetched, and admitted, and is an RC message of one piece and one packet that may be sent now. */
    private boolean isOnePacket(QpContext qp, int slot) {
        SendRing ring = qp.sends;
        return isFetched
                && SendKind.of(operation.opcode) == SendKind.MESSAGE
                && qp.service == Qpc.SERVICE_RC
                && operation.piece.length <= qp.mtu
                && ring.state(slot) == SendRing.WAITING
                && !(operation.fenced && qp.readsOutstanding > 0)
                && qp.roomInWindow(ring.firstPsn(slot)) > 0;
    }

    /** Sends the request just fetched; what {@link #sendMessage} does step by step for all others. */
    private boolean sendWhole(QpContext qp, int slot, long now) {
        int opcode = operation.opcode;
        int length = (int) operation.piece.length;
        int psn = qp.sends.firstPsn(slot);
        Packet packet = engine.packetFor(qp);
        HcaRule refusal = walk.gather(qp, operation.piece, SendKind.pagedAs(opcode), packet);
        if (refusal != null) {
            notGathered(qp, slot, refusal);
            return settle(qp, slot, now);
        }
        int packetOpcode = qp.packetOpcode(SendKind.packetOpcode(opcode, true, true));
        boolean solicited = operation.solicited && opcode != WqeOpcode.RDMA_WRITE;
        Bth.write(packet.header, 0, packetOpcode, solicited, -length & 3, DEFAULT_PKEY, qp.remoteQpn, true, psn);
        int at = Bth.BYTES;
        if (SendKind.hasRemoteAddress(opcode)) {
            Reth.write(packet.header, at, operation.remoteAddress, operation.rkey, length);
            at += Reth.BYTES;
        }
        packet.headerBytes = at + RequestHeaders.immediate(packet.header, at, opcode, operation.immediate);
        mark(qp, slot, packet, psn);
        qp.sentUpTo(psn);
        engine.transmit(packet);
        nextWqe(qp);
        engine.timers.arm(qp, now);
        return true;
    }

    private boolean fetch(QpContext qp, int posted) {
        SendRing ring = qp.sends;
        if (qp.nextFetch == posted) {
            return false;
        }
        if (ring.tail - ring.head > ring.mask) {
            qp.stalled = true;
            return false;
        }
        int slot = ring.tail & ring.mask;
        operation.isWhole = false;
        qp.queues.fetch(qp.nextFetch, operation);
        ring.fetched(slot, qp.nextFetch, operation, qp.nextPsn);
        ring.tail++;
        int left = posted - qp.nextFetch & 0xffff;
        qp.nextFetch = qp.nextFetch + Math.min(operation.slots, left) & 0xffff;
        qp.sent = 0;
        engine.watch.wqeFetched(qp.number, ring.wqeIndex(slot), operation.opcode, operation.units);
        if (operation.slots > left) {
            String values = "slots=" + operation.slots + " posted=" + left;
            refuse(qp, slot, HcaRule.W1, CqeSyndrome.LOCAL_QP_OPERATION, values);
        } else {
            admit(qp, slot);
        }
        return true;
    }

    /** Checks what can be known of a WQE before it is sent, and gives its packets their PSNs. */
    private void admit(QpContext qp, int slot) {
        SendRing ring = qp.sends;
        int opcode = operation.opcode;
        int kind = SendKind.of(opcode);
        int packets = 0;
        boolean isServed = SendKind.isServed(opcode, qp.service);
        if (!isServed || !operation.isComplete || operation.qpn != qp.number) {
            String values = "opcode=" + opcode + " units=" + operation.units;
            refuse(qp, slot, HcaRule.W1, CqeSyndrome.LOCAL_QP_OPERATION, values);
        } else if (kind == SendKind.MESSAGE || SendKind.fetches(opcode)) {
            long length = operation.isWhole
                    ? operation.piece.length
                    : walk.length(qp, ring.wqeIndex(slot), operation.firstPiece, operation.endOfPieces);
            ring.length(slot, length);
            if (length < 0) {
                refuse(
                        qp,
                        slot,
                        HcaRule.W1,
                        CqeSyndrome.LOCAL_QP_OPERATION,
                        "inline data beyond units=" + operation.units);
            } else if (SendKind.fetches(opcode) && qp.requesterDepth == 0) {
                refuse(qp, slot, HcaRule.T9, CqeSyndrome.LOCAL_QP_OPERATION, "max_rd_atomic=0");
            } else if (isNoAtomic(kind, length)) {
                refuse(qp, slot, HcaRule.T11, CqeSyndrome.LOCAL_LENGTH, "length=" + length);
            } else if (qp.service == Qpc.SERVICE_UD && length > qp.mtu) {
                refuse(qp, slot, HcaRule.U1, CqeSyndrome.LOCAL_LENGTH, "length=" + length + " mtu=" + qp.mtu);
            } else if (length > engine.maxMessage) {
                refuse(qp, slot, HcaRule.T5, CqeSyndrome.LOCAL_LENGTH, "length=" + length);
            } else {
                packets = kind >= SendKind.ATOMIC || length <= qp.mtu ? 1 : (int) ((length + qp.mtu - 1) / qp.mtu);
                ring.length(slot, kind == SendKind.ATOMIC ? AtomicValue.BYTES : length);
            }
        }
        qp.nextPsn = Psn.plus(qp.nextPsn, packets);
        ring.lastPsn(slot, Psn.plus(qp.nextPsn, -1));
    }

    /** An atomic has room for what it fetches, an atomic write has what it writes. */
    private static boolean isNoAtomic(int kind, long length) {
        return kind == SendKind.ATOMIC && length < AtomicValue.BYTES
                || kind == SendKind.ATOMIC_WRITE && length != AtomicValue.BYTES;
    }

    /** Does one step of the WQE at the cursor; false when it must wait for the peer. */
    private boolean advance(QpContext qp, int slot, long now) {
        SendRing ring = qp.sends;
        if (ring.state(slot) != SendRing.WAITING) {
            return settle(qp, slot, now);
        }
        if (ring.fenced(slot) && qp.readsOutstanding > 0) {
            return false;
        }
        return switch (SendKind.of(ring.opcode(slot))) {
            case SendKind.MESSAGE -> sendMessage(qp, slot, now);
            case SendKind.READ, SendKind.ATOMIC, SendKind.FLUSH, SendKind.ATOMIC_WRITE -> sendFetch(qp, slot, now);
            case SendKind.UMR -> umr.execute(qp, slot) && settle(qp, slot, now);
            default -> {
                ring.state(slot, SendRing.DONE);
                yield settle(qp, slot, now);
            }
        };
    }

    /** Leaves a WQE that is done behind. A failed one is never passed: it waits until all before it have completed. */
    private boolean settle(QpContext qp, int slot, long now) {
        boolean done = qp.sends.state(slot) == SendRing.DONE;
        if (done) {
            nextWqe(qp);
        }
        engine.completer.retire(qp, now);
        return done;
    }

    private boolean sendMessage(QpContext qp, int slot, long now) {
        SendRing ring = qp.sends;
        int opcode = ring.opcode(slot);
        int packetNumber = (int) (qp.sent / qp.mtu);
        int psn = Psn.plus(ring.firstPsn(slot), packetNumber);
        if (qp.isReliable() && qp.roomInWindow(psn) <= 0) {
            return false;
        }
        int part = (int) Math.min(qp.mtu, ring.length(slot) - qp.sent);
        boolean first = qp.sent == 0;
        boolean last = qp.sent + part == ring.length(slot);
        if (!first && !last && sendTrain(qp, slot, packetNumber, psn, now)) {
            return true;
        }
        boolean datagram = qp.service == Qpc.SERVICE_UD;
        if (datagram && !isAddressed(qp, slot)) {
            return settle(qp, slot, now);
        }
        Packet packet = engine.packetFor(qp);
        if (datagram) {
            engine.routes.address(packet, operation);
        }
        if (!gather(qp, slot, part, packet, first)) {
            return settle(qp, slot, now);
        }
        boolean wanted = last || (packetNumber & qp.ackInterval - 1) == qp.ackInterval - 1;
        boolean ackRequest = wanted && qp.isReliable();
        int packetOpcode = qp.packetOpcode(SendKind.packetOpcode(opcode, first, last));
        boolean solicited = last && opcode != WqeOpcode.RDMA_WRITE && ring.solicited(slot);
        writeHeaders(qp, slot, packet, packetOpcode, psn, part, ackRequest, solicited, first, last);
        mark(qp, slot, packet, psn);
        qp.sentUpTo(psn);
        engine.transmit(packet);
        qp.sent += part;
        if (!qp.isReliable()) {
            return !last || sentUnreliably(qp, slot, now);
        }
        if (last) {
            nextWqe(qp);
        }
        engine.timers.arm(qp, now);
        return true;
    }

    /** Reads where a datagram goes; false when it has failed. */
    private boolean isAddressed(QpContext qp, int slot) {
        qp.queues.destination(qp.sends.wqeIndex(slot), operation);
        if (!operation.hasPath) {
            String values = "destination_qp=" + operation.remoteQpn + " path=none";
            refuse(qp, slot, HcaRule.U5, CqeSyndrome.LOCAL_QP_OPERATION, values);
        }
        return operation.hasPath;
    }

    /**
     * Sends packets from the middle of a message together, up to the next that asks for an ACK; false when the next one must go alone. Only RC, and
     * only what is sent for the first time: the rest is rare.
     */
    private boolean sendTrain(QpContext qp, int slot, int packetNumber, int psn, long now) {
        if (qp.service != Qpc.SERVICE_RC || psn != qp.unsentPsn || !engine.formsTrains(qp)) {
            return false;
        }
        SendRing ring = qp.sends;
        int beforeAck = qp.ackInterval - 1 - (packetNumber & qp.ackInterval - 1);
        int inWindow = qp.roomInWindow(psn);
        long beforeLast = (ring.length(slot) - qp.sent - 1) / qp.mtu;
        int most = (int) Math.min(Math.min(beforeAck, budget), Math.min(inWindow, beforeLast));
        Packet train = engine.packetFor(qp);
        walk.resume(qp.gatherUnit, qp.gatherOffset, ring.endOfPieces(slot));
        int packets = walk.gatherTrain(qp, ring.wqeIndex(slot), ring.firstPiece(slot), most, train);
        if (packets == 0) {
            return false;
        }
        qp.gatherUnit = walk.unit;
        qp.gatherOffset = walk.offset;
        int packetOpcode = qp.packetOpcode(SendKind.packetOpcode(ring.opcode(slot), false, false));
        Bth.write(train.header, 0, packetOpcode, false, 0, DEFAULT_PKEY, qp.remoteQpn, false, psn);
        train.headerBytes = Bth.BYTES;
        train.couple(packets);
        mark(qp, slot, train, psn);
        qp.sentUpTo(Psn.plus(psn, packets - 1));
        engine.transmit(train);
        qp.sent += (long) packets * qp.mtu;
        budget -= packets - 1;
        engine.timers.arm(qp, now);
        return true;
    }

    /** Nobody acknowledges: what is sent is done. */
    private boolean sentUnreliably(QpContext qp, int slot, long now) {
        qp.sends.state(slot, SendRing.DONE);
        return settle(qp, slot, now);
    }

    /** Says which WQE a packet belongs to, for who watches. */
    private static void mark(QpContext qp, int slot, Packet packet, int psn) {
        packet.wqeIndex = qp.sends.wqeIndex(slot);
        packet.wqeOpcode = qp.sends.opcode(slot);
        packet.again = qp.isReliable() && Psn.difference(psn, qp.unsentPsn) < 0;
    }

    private boolean gather(QpContext qp, int slot, int part, Packet packet, boolean first) {
        SendRing ring = qp.sends;
        int head = ring.firstPiece(slot);
        if (first) {
            walk.seek(qp, ring.wqeIndex(slot), head, ring.endOfPieces(slot), 0);
        } else {
            walk.resume(qp.gatherUnit, qp.gatherOffset, ring.endOfPieces(slot));
        }
        int operation = SendKind.pagedAs(ring.opcode(slot));
        HcaRule refusal = walk.gather(qp, ring.wqeIndex(slot), head, operation, part, packet);
        if (refusal != null) {
            notGathered(qp, slot, refusal);
            return false;
        }
        qp.gatherUnit = walk.unit;
        qp.gatherOffset = walk.offset;
        return true;
    }

    /** The data of a request are not for it, or not there yet: it has failed, or waits. */
    private void notGathered(QpContext qp, int slot, HcaRule refusal) {
        if (refusal == HcaRule.O2) {
            qp.faultedRequest = qp.sends.cursor;
            return;
        }
        int syndrome = refusal == HcaRule.W1 ? CqeSyndrome.LOCAL_QP_OPERATION : CqeSyndrome.LOCAL_PROTECTION;
        String values = engine.explain.access("lkey", walk.refusedKey, walk.refusedAddress, walk.refusedLength, qp);
        refuse(qp, slot, refusal, syndrome, values);
    }

    private void writeHeaders(
            QpContext qp,
            int slot,
            Packet packet,
            int packetOpcode,
            int psn,
            int part,
            boolean ackRequest,
            boolean solicited,
            boolean first,
            boolean last) {
        SendRing ring = qp.sends;
        int opcode = ring.opcode(slot);
        boolean datagram = qp.service == Qpc.SERVICE_UD;
        int to = datagram ? operation.remoteQpn : qp.remoteQpn;
        Bth.write(packet.header, 0, packetOpcode, solicited, -part & 3, DEFAULT_PKEY, to, ackRequest, psn);
        int at = Bth.BYTES;
        if (datagram) {
            // The highest bit asks for the sender's own Q_Key, which programs cannot choose per request (IBA 10.2.5).
            Deth.write(packet.header, at, operation.qkey < 0 ? qp.qkey : operation.qkey, qp.number);
            at += Deth.BYTES;
        } else {
            at += RequestHeaders.srq(qp, slot, packet);
        }
        if (first && SendKind.hasRemoteAddress(opcode)) {
            writeReth(qp, slot, packet, at, 0);
            at += Reth.BYTES;
        }
        if (last) {
            at += RequestHeaders.immediate(packet.header, at, opcode, ring.immediate(slot));
        }
        packet.headerBytes = at;
    }

    /**
     * @param skipped bytes at the start of the message that are not asked for again
     */
    private void writeReth(QpContext qp, int slot, Packet packet, int at, long skipped) {
        if (!isFetched) {
            qp.queues.remote(qp.sends.wqeIndex(slot), operation);
        }
        int length = (int) (qp.sends.length(slot) - skipped);
        Reth.write(packet.header, at, operation.remoteAddress + skipped, operation.rkey, length);
    }

    private void writeAtomicEth(QpContext qp, int slot, Packet packet, int at) {
        if (!isFetched) {
            qp.queues.operands(qp.sends.wqeIndex(slot), operation);
        }
        AtomicEth.write(
                packet.header, at, operation.remoteAddress, operation.rkey, operation.swapOrAdd, operation.compare);
    }

    private void writeFlush(QpContext qp, int slot, Packet packet) {
        qp.queues.remote(qp.sends.wqeIndex(slot), operation);
        Feth.write(packet.header, Bth.BYTES, operation.flushTypes, operation.flushLevel);
        int reth = Bth.BYTES + Feth.BYTES;
        Reth.write(packet.header, reth, operation.remoteAddress, operation.rkey, operation.remoteLength);
    }

    /** Sends a request whose answer uses one of the responder's resources. */
    private boolean sendFetch(QpContext qp, int slot, long now) {
        SendRing ring = qp.sends;
        boolean isTooMuch = qp.readsOutstanding > 0 && qp.roomInWindow(ring.lastPsn(slot)) <= 0;
        if (qp.readsOutstanding >= qp.requesterDepth || isTooMuch) {
            return false;
        }
        Packet packet = engine.packetFor(qp);
        int kind = SendKind.of(ring.opcode(slot));
        if (kind == SendKind.ATOMIC_WRITE && !gather(qp, slot, AtomicValue.BYTES, packet, true)) {
            return settle(qp, slot, now);
        }
        int packetOpcode = qp.packetOpcode(SendKind.packetOpcode(ring.opcode(slot), true, true));
        // The oldest READ may have got a part of its data before: the rest is asked for.
        int taken = qp.readsOutstanding == 0 ? qp.readProgress : 0;
        int psn = Psn.plus(ring.firstPsn(slot), taken);
        Bth.write(packet.header, 0, packetOpcode, false, 0, DEFAULT_PKEY, qp.remoteQpn, true, psn);
        int at = Bth.BYTES + RequestHeaders.srq(qp, slot, packet);
        switch (kind) {
            case SendKind.ATOMIC -> writeAtomicEth(qp, slot, packet, at);
            case SendKind.FLUSH -> writeFlush(qp, slot, packet);
            default -> writeReth(qp, slot, packet, at, (long) taken * qp.mtu);
        }
        packet.headerBytes = WireOpcode.headerBytesOf(packetOpcode);
        mark(qp, slot, packet, psn);
        qp.sentUpTo(ring.lastPsn(slot));
        engine.transmit(packet);
        qp.readsOutstanding++;
        nextWqe(qp);
        engine.timers.arm(qp, now);
        return true;
    }

    /** A page of the request that is being sent does not come. */
    void pageFailed(QpContext qp, String values) {
        SendRing ring = qp.sends;
        int slot = qp.faultedRequest & ring.mask;
        boolean isThere = qp.faultedRequest - ring.head >= 0 && qp.faultedRequest - ring.tail < 0;
        if (qp.sends() && isThere && ring.state(slot) == SendRing.WAITING) {
            refuse(qp, slot, HcaRule.O2, CqeSyndrome.LOCAL_PROTECTION, values);
        }
    }

    private void refuse(QpContext qp, int slot, HcaRule rule, int syndrome, String values) {
        qp.sends.fail(slot, syndrome, rule.code());
        engine.watch.refused(rule, qp.number, values);
    }

    private static void nextWqe(QpContext qp) {
        qp.sends.cursor++;
        qp.sent = 0;
    }
}
