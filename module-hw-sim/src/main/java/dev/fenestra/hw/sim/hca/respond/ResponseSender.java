package dev.fenestra.hw.sim.hca.respond;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.event.EventQueues;
import dev.fenestra.hw.sim.hca.port.Outbox;
import dev.fenestra.hw.sim.hca.port.Watch;
import dev.fenestra.hw.sim.hca.protection.Grant;
import dev.fenestra.hw.sim.hca.protection.Outcome;
import dev.fenestra.hw.sim.hca.protection.Protection;
import dev.fenestra.hw.sim.hca.protection.Use;
import dev.fenestra.hw.sim.hca.qp.AckQueue;
import dev.fenestra.hw.sim.hca.qp.Psn;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.qp.QpStates;
import dev.fenestra.hw.sim.hca.qp.ResponseQueue;
import dev.fenestra.hw.sim.hca.queue.Event;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.hca.vocabulary.QpService;
import dev.fenestra.hw.sim.roce.wire.Aeth;
import dev.fenestra.hw.sim.roce.wire.AtomicAckEth;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.Operation;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;

/**
 * Sends the answers that the responder owes, in the order of the requests: READ and atomic responses, ACKs and NAKs.
 */
public final class ResponseSender {
    private static final int BUDGET = 64;
    private static final int DEFAULT_PKEY = 0xffff;

    private final Protection protection;
    private final QpStates states;
    private final EventQueues events;
    private final Watch watch;
    private final Grant grant = new Grant(Use.ANSWER);
    private final Outbox outbox;
    private final FastAnswers fast;

    /**
     * Makes a unit.
     *
     * @param protection the rules of memory
     * @param outbox sends packets
     * @param fast asked before the general path
     * @param states QPs with work, and QPs in error
     * @param events gets events
     * @param watch observers and counters
     */
    public ResponseSender(
            Protection protection, Outbox outbox, FastAnswers fast, QpStates states, EventQueues events, Watch watch) {
        this.protection = protection;
        this.outbox = outbox;
        this.fast = fast;
        this.states = states;
        this.events = events;
        this.watch = watch;
    }

    /**
     * Sends as many answers as may be sent now. A QP that owes more asks for another turn.
     *
     * @param qp the QP
     */
    public void run(QpContext qp) {
        if (qp.faults.waits(Use.ANSWER)) {
            return;
        }
        for (int budget = Math.min(BUDGET, qp.connection.window); qp.mayStillAnswer(); budget--) {
            if (budget == 0) {
                states.ready(qp);
                return;
            }
            if (isAcknowledgeNext(qp)) {
                sendAcknowledge(qp);
                continue;
            }
            if (qp.receive.responses.isAtomic()) {
                int answers = fast.atomicAnswers(qp, budget);
                if (answers == 0) {
                    sendAtomicResponse(qp);
                }
                budget -= Math.max(0, answers - 1);
                continue;
            }
            int packets = sendReadResponse(qp, budget);
            if (packets == 0) {
                return;
            }
            budget -= packets - 1;
        }
    }

    /** Answers go out in the order of their PSNs. It chooses the response that is next among the responses. */
    private static boolean isAcknowledgeNext(QpContext qp) {
        ResponseQueue responses = qp.receive.responses;
        if (responses.isEmpty()) {
            return true;
        }
        responses.choose();
        return !qp.receive.acks.isEmpty() && Psn.difference(qp.receive.acks.psn(), responses.psn()) < 0;
    }

    /**
     * Sends the next packet of a READ's answer, or several from its middle as a burst.
     *
     * @return packets sent, 0 when it must wait for a page
     */
    private int sendReadResponse(QpContext qp, int budget) {
        ResponseQueue reads = qp.receive.responses;
        qp.pd = reads.length() > 0 ? reads.pd() : qp.pd;
        int packets = burst(qp, budget);
        int part = (int) Math.min((long) packets * qp.connection.mtu, reads.length() - reads.sent());
        int psn = Psn.plus(reads.psn(), (int) (reads.sent() / qp.connection.mtu));
        Packet packet = outbox.packetFor(qp);
        if (part > 0) {
            long address = reads.address() + reads.sent();
            long rest = reads.length() - reads.sent();
            Outcome outcome = protection.answer(qp, reads.key(), address, part, rest, reads.version(), grant);
            if (outcome == Outcome.WAITS) {
                return 0;
            }
            if (outcome == Outcome.REFUSED) {
                end(qp, grant.rule(), protection.explain.access("rkey", grant, qp));
                return 1;
            }
            protection.dma.gather(packet, grant);
        }
        boolean first = reads.sent() == 0;
        boolean last = reads.sent() + part == reads.length();
        readHeaders(qp, packet, part, psn, first, last);
        packet.burst(packets);
        outbox.transmit(packet);
        reads.sent(part);
        if (last) {
            reads.removeChosen();
        }
        return packets;
    }

    private static void readHeaders(QpContext qp, Packet packet, int bytes, int psn, boolean first, boolean last) {
        int peer = qp.connection.remoteQpn;
        int opcode = opcode(qp, first, last);
        Bth.write(packet.header, 0, opcode, false, -bytes & 3, DEFAULT_PKEY, peer, false, psn);
        packet.headerBytes = Bth.BYTES;
        if (first || last) {
            Aeth.write(packet.header, Bth.BYTES, Aeth.ACK, qp.receive.messageCount);
            packet.headerBytes += Aeth.BYTES;
        }
    }

    /** {@return packets from the middle of a READ's answer that leave together, at least 1: their data are certain} */
    private int burst(QpContext qp, int budget) {
        ResponseQueue reads = qp.receive.responses;
        int packets = (int) Math.min(budget, (reads.length() - reads.sent() - 1) / qp.connection.mtu);
        if (packets < 2 || reads.sent() == 0 || !outbox.carriesBursts(qp)) {
            return 1;
        }
        int bytes = packets * qp.connection.mtu;
        long address = reads.address() + reads.sent();
        boolean isCertain = protection.answerAtOnce(qp, reads.key(), address, bytes, reads.version(), grant);
        return isCertain ? packets : 1;
    }

    /**
     * Ends the READ that is being answered, since its page cannot be had.
     *
     * @param qp the QP
     * @param values region and address, for the log
     */
    public void pageFailed(QpContext qp, String values) {
        if (!qp.receive.responses.isEmpty()) {
            end(qp, HcaRule.O2, values);
        }
    }

    private void end(QpContext qp, HcaRule refusal, String values) {
        ResponseQueue reads = qp.receive.responses;
        long left = reads.length() - reads.sent();
        watch.refused(refusal, qp.number, values);
        events.raise(Event.accessError(qp.number, refusal, reads.key(), reads.address() + reads.sent(), left));
        refuse(qp, Psn.plus(reads.psn(), (int) (reads.sent() / qp.connection.mtu)));
    }

    private void sendAtomicResponse(QpContext qp) {
        Packet packet = outbox.packetFor(qp);
        int opcode = qp.packetOpcode(Operation.ATOMIC_ACKNOWLEDGE);
        Bth.write(
                packet.header,
                0,
                opcode,
                false,
                0,
                DEFAULT_PKEY,
                qp.connection.remoteQpn,
                false,
                qp.receive.responses.psn());
        Aeth.write(packet.header, Bth.BYTES, Aeth.ACK, qp.receive.messageCount);
        AtomicAckEth.write(packet.header, Bth.BYTES + Aeth.BYTES, qp.receive.responses.original());
        packet.headerBytes = WireOpcode.headerBytesOf(opcode);
        outbox.transmit(packet);
        qp.receive.responses.removeChosen();
    }

    /** The key died while its READ was being answered: what was promised cannot be kept. */
    private void refuse(QpContext qp, int psn) {
        qp.receive.responses.clear();
        qp.receive.acks.clear();
        qp.receive.acks.add(psn, Aeth.NAK_REMOTE_ACCESS, qp.receive.messageCount);
        states.toError(qp);
    }

    private static int opcode(QpContext qp, boolean first, boolean last) {
        int operation;
        if (first) {
            operation = last ? Operation.RDMA_READ_RESPONSE_ONLY : Operation.RDMA_READ_RESPONSE_FIRST;
        } else {
            operation = last ? Operation.RDMA_READ_RESPONSE_LAST : Operation.RDMA_READ_RESPONSE_MIDDLE;
        }
        return qp.packetOpcode(operation);
    }

    private void sendAcknowledge(QpContext qp) {
        AckQueue acks = qp.receive.acks;
        int psn = acks.psn();
        int syndrome = acks.syndrome();
        int messageCount = acks.messageCount();
        acks.removeOldest();
        boolean isPlain = syndrome == Aeth.ACK && qp.service == QpService.RC;
        if (isPlain && fast.acknowledge(qp, psn)) {
            return;
        }
        Packet packet = outbox.packetFor(qp);
        int opcode = qp.packetOpcode(Operation.ACKNOWLEDGE);
        Bth.write(packet.header, 0, opcode, false, 0, DEFAULT_PKEY, qp.connection.remoteQpn, false, psn);
        Aeth.write(packet.header, Bth.BYTES, syndrome, messageCount);
        packet.headerBytes = Bth.BYTES + Aeth.BYTES;
        outbox.transmit(packet);
    }
}
