package dev.fenestra.hw.sim.hca.respond;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.event.EventQueues;
import dev.fenestra.hw.sim.hca.port.Watch;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.qp.QpStates;
import dev.fenestra.hw.sim.hca.queue.Event;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.hca.rules.Verdict;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionStatus;
import dev.fenestra.hw.sim.roce.wire.Aeth;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;

/**
 * Notes the ACKs and NAKs that a reliable responder owes its peer, and reports refusals. The peer learns only the kind
 * of a refusal. The rule and its values go to the log and the event queue of this side. {@link ResponseSender} sends
 * the answers.
 */
public final class Acknowledgements {
    private final ReceiveUnit receives;
    private final QpStates states;
    private final EventQueues events;
    private final Watch watch;
    /** Whether the responder stays silent without a page, instead of sending an RNR NAK. */
    private final boolean waitsForPages;

    /**
     * Makes a unit.
     *
     * @param receives fails receives
     * @param states QPs with work, and QPs in error
     * @param events gets events
     * @param watch observers and counters
     * @param waitsForPages whether the responder stays silent without a page, instead of sending an RNR NAK
     */
    public Acknowledgements(
            ReceiveUnit receives, QpStates states, EventQueues events, Watch watch, boolean waitsForPages) {
        this.receives = receives;
        this.states = states;
        this.events = events;
        this.watch = watch;
        this.waitsForPages = waitsForPages;
    }

    void respond(QpContext qp, int psn, int syndrome) {
        qp.receive.acks.add(psn, syndrome, qp.receive.messageCount);
        states.ready(qp);
    }

    /** Notes that a packet has been executed. It is acknowledged if it asks for that. */
    void acknowledge(QpContext qp, Packet packet, int mask) {
        if ((mask & OpcodeMask.END) != 0) {
            qp.receive.received = 0;
        }
        if (Bth.ackRequest(packet.header, 0)) {
            respond(qp, Bth.psn(packet.header, 0), Aeth.ACK);
        }
    }

    /**
     * Notes that a one-packet request has been executed whose answer is more than an ACK.
     *
     * @return its verdict
     */
    Verdict answered(QpContext qp) {
        qp.receive.advance(1, OpcodeMask.END);
        states.ready(qp);
        return Verdict.Plain.ACCEPTED;
    }

    /**
     * Answers a repeated request again if its answer is still known.
     *
     * @return its verdict
     */
    Verdict answeredAgain(QpContext qp, boolean isKept) {
        if (isKept) {
            states.ready(qp);
            return Verdict.Plain.DUPLICATE;
        }
        watch.dropped();
        return Verdict.Plain.FORGOTTEN;
    }

    /** Asks, once, for a missing packet before the present one. */
    void missing(QpContext qp) {
        if (!qp.receive.sequenceNakSent) {
            qp.receive.sequenceNakSent = true;
            askAgain(qp);
        }
    }

    private void askAgain(QpContext qp) {
        respond(qp, qp.receive.expectedPsn, Aeth.NAK_PSN_SEQUENCE);
    }

    /**
     * Tells the peer to send the packet again later, since no receive is posted.
     *
     * @return its verdict
     */
    Verdict notReady(QpContext qp) {
        askLater(qp);
        return Verdict.Plain.NOT_READY;
    }

    private void askLater(QpContext qp) {
        watch.counters().rnrNaksSent++;
        qp.receive.sequenceNakSent = true;
        respond(qp, qp.receive.expectedPsn, Aeth.RNR_NAK + qp.connection.minRnrTimer);
    }

    /**
     * Handles a missing page as if the packet had never arrived: it answers with an RNR NAK, or asks for the packet
     * again when the page has come.
     *
     * @return its verdict
     */
    Verdict notPresent(QpContext qp) {
        if (waitsForPages) {
            qp.receive.sequenceNakSent = true;
        } else {
            askLater(qp);
        }
        return Verdict.Plain.NO_PAGE;
    }

    /** Asks for the packet that was rejected for a missing page, which has come. */
    void pageCame(QpContext qp) {
        if (waitsForPages && qp.isReliable() && qp.answers()) {
            askAgain(qp);
        }
    }

    /** {@return whether the peer has used all resources for answers} */
    boolean areAllInUse(QpContext qp) {
        return qp.receive.responses.isFull(qp.connection.responderDepth);
    }

    /**
     * Refuses a request whose answer would need one more resource than the peer may use.
     *
     * @return its verdict
     */
    Verdict tooMany(QpContext qp) {
        return invalid(qp, HcaRule.T4, "max_dest_rd_atomic=" + qp.connection.responderDepth);
    }

    /**
     * Refuses a request as invalid.
     *
     * @return its verdict
     */
    Verdict invalid(QpContext qp, HcaRule rule, String values) {
        watch.refused(rule, qp.number, values);
        if (!qp.receive.slot.taken) {
            events.raise(Event.invalidRequest(qp.number, rule));
        }
        receives.failTaken(qp, CompletionStatus.REMOTE_INVALID_REQUEST, rule);
        nakAndStop(qp, Aeth.NAK_INVALID_REQUEST);
        return Verdict.refusedBy(rule);
    }

    /**
     * Refuses a remote access.
     *
     * @return the verdict of its packet
     */
    Verdict refuseAccess(QpContext qp, HcaRule rule, String values, int rkey, long address, long length) {
        watch.refused(rule, qp.number, values);
        events.raise(Event.accessError(qp.number, rule, rkey, address, length));
        receives.failTaken(qp, CompletionStatus.LOCAL_ACCESS, rule);
        nakAndStop(qp, Aeth.NAK_REMOTE_ACCESS);
        return Verdict.refusedBy(rule);
    }

    /** Notes a NAK for the present packet and puts the QP in error. The NAK is still sent. */
    void nakAndStop(QpContext qp, int syndrome) {
        respond(qp, qp.receive.expectedPsn, syndrome);
        states.toError(qp);
    }
}
