package dev.fenestra.hw.sim.hca.request;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.port.AtomicValue;
import dev.fenestra.hw.sim.hca.port.Outbox;
import dev.fenestra.hw.sim.hca.port.Watch;
import dev.fenestra.hw.sim.hca.protection.FaultSlots;
import dev.fenestra.hw.sim.hca.protection.Outcome;
import dev.fenestra.hw.sim.hca.protection.Protection;
import dev.fenestra.hw.sim.hca.protection.Use;
import dev.fenestra.hw.sim.hca.qp.FetchedSends;
import dev.fenestra.hw.sim.hca.qp.Psn;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.qp.QpStates;
import dev.fenestra.hw.sim.hca.qp.SendState;
import dev.fenestra.hw.sim.hca.queue.SendOperation;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionStatus;
import dev.fenestra.hw.sim.hca.vocabulary.QpService;
import dev.fenestra.hw.sim.hca.vocabulary.QpState;

/** The sending side of a QP: executes local requests, and turns the others into packets, in order. */
public final class Requester {
    /** Packets of one QP before others get their turn. */
    private static final int BUDGET = 64;

    private final Outbox outbox;
    private final QpStates states;
    private final Timers timers;
    private final Retirement retirement;
    private final FastRequests fast;
    private final DataWalk walk;
    private final UmrUnit umr;
    private final RequestFailures failures;
    private final WqeFetcher fetcher;
    private final RequestHeaders headers;
    /** The request fetched last. While it is whole it is the request at the cursor, and none of it is read again. */
    private final SendOperation operation = new SendOperation();

    /** The rest of {@link #BUDGET} for the QP whose turn it is. */
    private int budget;

    /**
     * Makes a unit.
     *
     * @param protection the rules of memory
     * @param outbox sends packets
     * @param states QPs with work, and QPs in error
     * @param timers ACK and RNR timers
     * @param retirement completes requests
     * @param fast asked before the general path
     * @param watch observers and counters
     * @param longestMessage bytes
     */
    public Requester(
            Protection protection,
            Outbox outbox,
            QpStates states,
            Timers timers,
            Retirement retirement,
            FastRequests fast,
            Watch watch,
            long longestMessage) {
        this.outbox = outbox;
        this.states = states;
        this.timers = timers;
        this.retirement = retirement;
        this.fast = fast;
        walk = new DataWalk(protection, Use.GATHER);
        failures = new RequestFailures(watch, protection.explain);
        umr = new UmrUnit(protection, failures);
        fetcher = new WqeFetcher(walk, failures, watch, longestMessage, operation);
        headers = new RequestHeaders(operation);
    }

    /**
     * Sends as much as may be sent now. A QP that has more asks for another turn.
     *
     * @param qp a QP in a state that sends
     * @param now the time, nanoseconds
     */
    public void run(QpContext qp, long now) {
        qp.send.stalled = false;
        // Most QPs have never waited for a page: they share the slots in which nothing waits.
        if (qp.faults != FaultSlots.NONE && qp.faults.requesterWaits()) {
            return;
        }
        qp.send.ring.restart();
        // Read once: software that posts more rings again.
        int posted = qp.queues.sendsPosted();
        budget = qp.send.nextFetch == posted ? BUDGET : BUDGET - fast.requests(qp, posted, BUDGET, now);
        for (; budget > 0; budget--) {
            if (qp.send.rnrDeadline != SendState.NEVER) {
                return;
            }
            FetchedSends ring = qp.send.ring;
            if (ring.cursor != ring.tail) {
                operation.isWhole = false;
            } else if (qp.send.nextFetch == posted || qp.state == QpState.SQD || !fetcher.fetch(qp, posted)) {
                return;
            }
            if (!advance(qp, ring.cursor & ring.mask, now)) {
                qp.send.stalled = true;
                return;
            }
        }
        states.ready(qp);
    }

    /**
     * Advances the WQE at the cursor by one step.
     *
     * @return false when it must wait for the peer
     */
    private boolean advance(QpContext qp, int slot, long now) {
        FetchedSends ring = qp.send.ring;
        if (ring.state(slot) != FetchedSends.WAITING) {
            return settle(qp, slot, now);
        }
        if (ring.fenced(slot) && qp.send.readsOutstanding > 0) {
            return false;
        }
        if (qp.service == QpService.SRD && ring.cursor != ring.head) {
            // One request at a time is under way: each may be for another peer.
            return false;
        }
        return switch (SendKind.of(ring.opcode(slot))) {
            case SendKind.MESSAGE -> sendMessage(qp, slot, now);
            case SendKind.READ, SendKind.ATOMIC, SendKind.FLUSH, SendKind.ATOMIC_WRITE -> sendFetch(qp, slot, now);
            case SendKind.UMR -> umr.execute(qp, slot) && settle(qp, slot, now);
            default -> {
                ring.state(slot, FetchedSends.DONE);
                yield settle(qp, slot, now);
            }
        };
    }

    /**
     * Moves past a WQE that is done. It never passes a failed one, which waits until all earlier ones have completed.
     */
    private boolean settle(QpContext qp, int slot, long now) {
        boolean done = qp.send.ring.state(slot) == FetchedSends.DONE;
        if (done) {
            qp.send.leaveBehind();
        }
        retirement.retire(qp);
        return done;
    }

    /** Sends the next packet of a message, or several from its middle as a burst. */
    private boolean sendMessage(QpContext qp, int slot, long now) {
        FetchedSends ring = qp.send.ring;
        boolean first = qp.send.sent == 0;
        int packetNumber = first ? 0 : (int) (qp.send.sent / qp.connection.mtu);
        int psn = Psn.plus(ring.firstPsn(slot), packetNumber);
        if (qp.isReliable() && qp.send.roomInWindow(psn) <= 0) {
            return false;
        }
        if (qp.service.isDatagram() && !isAddressed(qp, slot)) {
            return settle(qp, slot, now);
        }
        long left = ring.length(slot) - qp.send.sent;
        boolean last = left <= qp.connection.mtu;
        int packets = first || last ? 1 : burst(qp, slot, packetNumber, psn, left);
        int bytes = last ? (int) left : packets * qp.connection.mtu;
        Packet packet = outbox.packetFor(qp);
        if (!gather(qp, slot, bytes, packet)) {
            return settle(qp, slot, now);
        }
        if (qp.service.isDatagram()) {
            address(qp, packet);
        }
        packet.burst(packets);
        boolean wanted = last || (packetNumber & qp.connection.ackInterval - 1) == qp.connection.ackInterval - 1;
        headers.message(qp, slot, packet, psn, wanted && qp.isReliable(), first, last);
        mark(qp, slot, packet, psn);
        qp.send.sentUpTo(Psn.plus(psn, packets - 1));
        outbox.transmit(packet);
        qp.send.sent += bytes;
        budget -= packets - 1;
        if (!qp.isReliable()) {
            return !last || sentUnreliably(qp, slot, now);
        }
        if (last) {
            qp.send.leaveBehind();
        }
        timers.arm(qp, now);
        return true;
    }

    /**
     * Reads the path of a datagram.
     *
     * @return false when the request has failed
     */
    private boolean isAddressed(QpContext qp, int slot) {
        qp.queues.destination(qp.send.ring.wqeIndex(slot), operation);
        if (!operation.hasPath) {
            String values = "destination_qp=" + operation.remoteQpn + " path=none";
            failures.refuse(qp, slot, HcaRule.U5, CompletionStatus.LOCAL_QP_OPERATION, values);
            return false;
        }
        if (!outbox.hasGid(operation.sourceGidIndex)) {
            String values = "gid_index=" + operation.sourceGidIndex;
            failures.refuse(qp, slot, HcaRule.U6, CompletionStatus.LOCAL_QP_OPERATION, values);
            return false;
        }
        return true;
    }

    /** Addresses a packet as its request says. The answers to a reliable datagram come from there. */
    private void address(QpContext qp, Packet packet) {
        outbox.address(packet, operation);
        if (qp.service == QpService.SRD) {
            qp.connection.follow(packet, operation.remoteQpn);
        }
    }

    /**
     * {@return packets from the middle of a message that leave together, at least 1} They end at the next packet that
     * asks for an ACK, and their data are certain. Only RC makes bursts, and only of packets that are sent for the
     * first time.
     */
    private int burst(QpContext qp, int slot, int packetNumber, int psn, long left) {
        int beforeAck = qp.connection.ackInterval - 1 - (packetNumber & qp.connection.ackInterval - 1);
        boolean isOne = beforeAck < 2 || qp.service != QpService.RC || psn != qp.send.unsentPsn;
        if (isOne || !outbox.carriesBursts(qp)) {
            return 1;
        }
        long beforeLast = (left - 1) / qp.connection.mtu;
        int most = (int) Math.min(Math.min(beforeAck, budget), Math.min(qp.send.roomInWindow(psn), beforeLast));
        FetchedSends ring = qp.send.ring;
        walk.resume(qp.send.gatherUnit, qp.send.gatherOffset, ring.endOfPieces(slot));
        return walk.packetsInPiece(qp, ring.wqeIndex(slot), most);
    }

    /** Without acknowledgements, a request that is sent is done. */
    private boolean sentUnreliably(QpContext qp, int slot, long now) {
        qp.send.ring.state(slot, FetchedSends.DONE);
        return settle(qp, slot, now);
    }

    /** Notes the WQE of a packet, for observers. */
    private static void mark(QpContext qp, int slot, Packet packet, int psn) {
        packet.hasWqe = true;
        packet.wqeIndex = qp.send.ring.wqeIndex(slot);
        packet.wqeOpcode = qp.send.ring.opcode(slot);
        packet.again = qp.isReliable() && Psn.difference(psn, qp.send.unsentPsn) < 0;
    }

    /**
     * Adds the next bytes of a request's data to a packet.
     *
     * @return false when the request has failed, or waits for a page
     */
    private boolean gather(QpContext qp, int slot, int bytes, Packet packet) {
        FetchedSends ring = qp.send.ring;
        int paging = SendKind.pagedAs(ring.opcode(slot));
        Outcome outcome;
        if (operation.isWhole && bytes == ring.length(slot)) {
            outcome = walk.gather(qp, operation.piece, paging, packet);
        } else {
            int head = ring.firstPiece(slot);
            if (qp.send.sent == 0) {
                walk.seek(qp, ring.wqeIndex(slot), head, ring.endOfPieces(slot), 0);
            } else {
                walk.resume(qp.send.gatherUnit, qp.send.gatherOffset, ring.endOfPieces(slot));
            }
            outcome = walk.gather(qp, ring.wqeIndex(slot), paging, bytes, packet);
        }
        switch (outcome) {
            case GRANTED -> {
                qp.send.gatherUnit = walk.unit;
                qp.send.gatherOffset = walk.offset;
            }
            case REFUSED -> failures.refuseData(qp, slot, walk);
            case WAITS -> qp.send.faultedRequest = ring.cursor;
        }
        return outcome == Outcome.GRANTED;
    }

    /** Sends a request whose answer uses one of the responder's resources. */
    private boolean sendFetch(QpContext qp, int slot, long now) {
        FetchedSends ring = qp.send.ring;
        boolean isTooMuch = qp.send.readsOutstanding > 0 && qp.send.roomInWindow(ring.lastPsn(slot)) <= 0;
        if (qp.send.readsOutstanding >= qp.connection.requesterDepth || isTooMuch) {
            return false;
        }
        boolean isDatagram = qp.service == QpService.SRD;
        if (isDatagram && !isAddressed(qp, slot)) {
            return settle(qp, slot, now);
        }
        Packet packet = outbox.packetFor(qp);
        if (isDatagram) {
            address(qp, packet);
        }
        boolean hasData = SendKind.of(ring.opcode(slot)) == SendKind.ATOMIC_WRITE;
        if (hasData && !gather(qp, slot, AtomicValue.BYTES, packet)) {
            return settle(qp, slot, now);
        }
        // The oldest READ may have got a part of its data before: so only the rest is requested.
        int taken = qp.send.readsOutstanding == 0 ? qp.send.readProgress : 0;
        qp.send.askedFrom = taken;
        int psn = Psn.plus(ring.firstPsn(slot), taken);
        headers.fetch(qp, slot, packet, psn, (long) taken * qp.connection.mtu);
        mark(qp, slot, packet, psn);
        qp.send.sentUpTo(ring.lastPsn(slot));
        outbox.transmit(packet);
        qp.send.readsOutstanding++;
        qp.send.leaveBehind();
        timers.arm(qp, now);
        return true;
    }

    /**
     * Fails the request that is being sent, since a page of its data cannot be had.
     *
     * @param qp the QP
     * @param values region and address, for the log
     */
    public void pageFailed(QpContext qp, String values) {
        FetchedSends ring = qp.send.ring;
        int slot = qp.send.faultedRequest & ring.mask;
        boolean isThere = qp.send.faultedRequest - ring.head >= 0 && qp.send.faultedRequest - ring.tail < 0;
        if (qp.sends() && isThere && ring.state(slot) == FetchedSends.WAITING) {
            failures.refuse(qp, slot, HcaRule.O2, CompletionStatus.LOCAL_PROTECTION, values);
        }
    }
}
