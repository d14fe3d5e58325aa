package dev.fenestra.hw.sim.hca.respond;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.port.Outbox;
import dev.fenestra.hw.sim.hca.port.Watch;
import dev.fenestra.hw.sim.hca.protection.Grant;
import dev.fenestra.hw.sim.hca.protection.Outcome;
import dev.fenestra.hw.sim.hca.protection.Protection;
import dev.fenestra.hw.sim.hca.protection.RemoteAccess;
import dev.fenestra.hw.sim.hca.protection.Use;
import dev.fenestra.hw.sim.hca.qp.DatagramPeers;
import dev.fenestra.hw.sim.hca.qp.Psn;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.qp.QpStates;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.hca.rules.Verdict;
import dev.fenestra.hw.sim.roce.wire.Aeth;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.Deth;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import dev.fenestra.hw.sim.roce.wire.Operation;
import dev.fenestra.hw.sim.roce.wire.Reth;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;

/**
 * The responder of SRD: it executes each request of any sender once, and answers it. A refused request changes nothing
 * and leaves the QP as it is.
 */
public final class ReliableDatagrams {
    private static final int BUDGET = 64;
    private static final int DEFAULT_PKEY = 0xffff;
    /** An RNR NAK asks for 0.64 ms (IBA 9.7.5.2.8). */
    private static final int RNR_CODE = 12;

    private final Protection protection;
    private final ReceiveUnit receives;
    private final Outbox outbox;
    private final QpStates states;
    private final Watch watch;
    private final int longestAnswer;
    private final Grant grant = new Grant(Use.ANSWER);

    /**
     * Makes a unit.
     *
     * @param protection the rules of memory
     * @param receives takes and completes receives
     * @param outbox sends packets
     * @param states QPs with work, and QPs in error
     * @param watch observers and counters
     * @param longestAnswer packets with which it answers a READ, before it is asked for more
     */
    public ReliableDatagrams(
            Protection protection,
            ReceiveUnit receives,
            Outbox outbox,
            QpStates states,
            Watch watch,
            int longestAnswer) {
        this.protection = protection;
        this.receives = receives;
        this.outbox = outbox;
        this.states = states;
        this.watch = watch;
        this.longestAnswer = longestAnswer;
    }

    /**
     * Executes a request.
     *
     * @param qp an SRD QP
     * @param packet the request
     * @param mask {@link OpcodeMask} of its opcode
     * @return the verdict
     */
    public Verdict receive(QpContext qp, Packet packet, int mask) {
        if (!qp.answers() || !PayloadLength.fitsPacket(qp, packet, mask)) {
            watch.dropped();
            return qp.answers() ? Verdict.Plain.WRONG_LENGTH : Verdict.Plain.WRONG_STATE;
        }
        if (peers(qp).isFull()) {
            watch.dropped();
            return Verdict.Plain.TOO_MANY_ANSWERS;
        }
        int qkey = Deth.qkey(packet.header, Bth.BYTES);
        if (qkey != qp.connection.qkey) {
            watch.counters().qkeyViolations++;
            String values = String.format("qkey=0x%08x, of the QP 0x%08x", qkey, qp.connection.qkey);
            return refuse(qp, packet, HcaRule.U2, values, Aeth.NAK_INVALID_REQUEST);
        }
        return (mask & OpcodeMask.READ_REQUEST) != 0 ? read(qp, packet) : send(qp, packet, mask);
    }

    private static DatagramPeers peers(QpContext qp) {
        DatagramPeers known = qp.peers;
        DatagramPeers peers = known == null ? new DatagramPeers() : known;
        qp.peers = peers;
        return peers;
    }

    private DatagramPeers.Owed owe(QpContext qp, Packet packet, int syndrome) {
        DatagramPeers.Owed answer = peers(qp).owe();
        answer.peerGidHigh = packet.sourceGidHigh;
        answer.peerGidLow = packet.sourceGidLow;
        answer.ownGidHigh = packet.destinationGidHigh;
        answer.ownGidLow = packet.destinationGidLow;
        answer.peerQpn = Deth.sourceQpn(packet.header, Bth.BYTES);
        answer.psn = Bth.psn(packet.header, 0);
        answer.syndrome = syndrome;
        answer.isRead = false;
        states.ready(qp);
        return answer;
    }

    private Verdict refuse(QpContext qp, Packet packet, HcaRule rule, String values, int syndrome) {
        watch.refused(rule, qp.number, values);
        owe(qp, packet, syndrome);
        return Verdict.refusedBy(rule);
    }

    private Verdict send(QpContext qp, Packet packet, int mask) {
        int sender = Deth.sender(packet.header, Bth.BYTES);
        int psn = Bth.psn(packet.header, 0);
        if (peers(qp).knows(packet.sourceGidHigh, packet.sourceGidLow, sender, psn)) {
            owe(qp, packet, Aeth.ACK);
            return Verdict.Plain.DUPLICATE;
        }
        if (!receives.take(qp)) {
            watch.counters().datagramsWithoutRoom++;
            owe(qp, packet, Aeth.RNR_NAK | RNR_CODE);
            return Verdict.Plain.NOT_READY;
        }
        if (!receives.hasRoom(qp, packet.payloadBytes())) {
            String values = "payload=" + packet.payloadBytes();
            return refuse(qp, packet, HcaRule.U3, values, Aeth.NAK_INVALID_REQUEST);
        }
        receives.rewind(qp);
        return switch (receives.place(qp, packet)) {
            case GRANTED -> {
                peers(qp).executed(packet.sourceGidHigh, packet.sourceGidLow, sender, psn);
                owe(qp, packet, Aeth.ACK);
                yield receives.complete(qp, packet, mask);
            }
            case REFUSED -> {
                Verdict refused = receives.fail(qp, packet);
                owe(qp, packet, Aeth.NAK_REMOTE_OPERATIONAL);
                yield refused;
            }
            case WAITS -> Verdict.Plain.NO_PAGE;
        };
    }

    private Verdict read(QpContext qp, Packet packet) {
        int at = WireOpcode.offsetOf(Bth.opcode(packet.header, 0), OpcodeMask.RETH);
        int rkey = Reth.rkey(packet.header, at);
        long address = Reth.address(packet.header, at);
        long length = Reth.length(packet.header, at) & 0xffffffffL;
        boolean isGranted = length == 0
                || protection.remoteKey(qp, RemoteAccess.READ, rkey, address, length, 0, grant) == Outcome.GRANTED;
        if (!isGranted) {
            String values = protection.explain.access("rkey", grant, qp);
            return refuse(qp, packet, grant.rule(), values, Aeth.NAK_REMOTE_ACCESS);
        }
        DatagramPeers.Owed answer = owe(qp, packet, Aeth.ACK);
        answer.isRead = true;
        answer.rkey = rkey;
        answer.address = address;
        answer.length = length;
        answer.version = length == 0 ? 0 : protection.version(rkey);
        return Verdict.Plain.ACCEPTED;
    }

    /**
     * Sends as many answers as may be sent now. A QP that owes more asks for another turn.
     *
     * @param qp an SRD QP
     * @param peers its senders
     */
    public void run(QpContext qp, DatagramPeers peers) {
        for (int budget = BUDGET; budget > 0; budget--) {
            DatagramPeers.Owed answer = peers.next();
            if (answer == null) {
                return;
            }
            if (answer.isRead ? sendData(qp, answer) : acknowledge(qp, answer, answer.psn)) {
                peers.answered();
            }
        }
        states.ready(qp);
    }

    private boolean acknowledge(QpContext qp, DatagramPeers.Owed answer, int psn) {
        Packet packet = packet(qp, answer, Operation.ACKNOWLEDGE, 0, psn);
        Aeth.write(packet.header, Bth.BYTES, answer.syndrome, 0);
        packet.headerBytes = Bth.BYTES + Aeth.BYTES;
        outbox.transmit(packet);
        return true;
    }

    private Packet packet(QpContext qp, DatagramPeers.Owed answer, int operation, int pad, int psn) {
        Packet packet = outbox.packetFor(qp);
        outbox.address(packet, answer);
        int opcode = qp.packetOpcode(operation);
        Bth.write(packet.header, 0, opcode, false, pad, DEFAULT_PKEY, answer.peerQpn, false, psn);
        packet.headerBytes = Bth.BYTES;
        return packet;
    }

    /** Sends one packet of the data; true when it was the last one for now. */
    private boolean sendData(QpContext qp, DatagramPeers.Owed read) {
        int part = (int) Math.min(qp.connection.mtu, read.length - read.sent);
        int number = (int) (read.sent / qp.connection.mtu);
        int psn = Psn.plus(read.psn, number);
        boolean isFirst = number == 0;
        boolean isLast = read.sent + part == read.length;
        Packet packet = packet(qp, read, operation(isFirst, isLast), -part & 3, psn);
        if (part > 0) {
            long address = read.address + read.sent;
            long rest = read.length - read.sent;
            Outcome outcome = protection.answer(qp, read.rkey, address, part, rest, read.version, grant);
            if (outcome != Outcome.GRANTED) {
                watch.refused(grant.rule(), qp.number, protection.explain.access("rkey", grant, qp));
                read.syndrome = Aeth.NAK_REMOTE_ACCESS;
                return acknowledge(qp, read, psn);
            }
            protection.dma.gather(packet, grant);
        }
        if (isFirst || isLast) {
            Aeth.write(packet.header, Bth.BYTES, Aeth.ACK, 0);
            packet.headerBytes += Aeth.BYTES;
        }
        outbox.transmit(packet);
        read.sent += part;
        return isLast || number + 1 == longestAnswer;
    }

    private static int operation(boolean isFirst, boolean isLast) {
        if (isFirst) {
            return isLast ? Operation.RDMA_READ_RESPONSE_ONLY : Operation.RDMA_READ_RESPONSE_FIRST;
        }
        return isLast ? Operation.RDMA_READ_RESPONSE_LAST : Operation.RDMA_READ_RESPONSE_MIDDLE;
    }
}
