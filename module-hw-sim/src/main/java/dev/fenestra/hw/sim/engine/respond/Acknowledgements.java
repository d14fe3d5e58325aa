package dev.fenestra.hw.sim.engine.respond;

import dev.fenestra.hw.sim.device.HcaRule;
import dev.fenestra.hw.sim.device.Verdict;
import dev.fenestra.hw.sim.engine.event.EventQueues;
import dev.fenestra.hw.sim.engine.port.Watch;
import dev.fenestra.hw.sim.engine.qp.QpContext;
import dev.fenestra.hw.sim.engine.qp.QpStates;
import dev.fenestra.hw.sim.fabric.Packet;
import dev.fenestra.hw.sim.prm.CqeSyndrome;
import dev.fenestra.hw.sim.queue.Event;
import dev.fenestra.hw.sim.wire.Aeth;
import dev.fenestra.hw.sim.wire.Bth;
import dev.fenestra.hw.sim.wire.OpcodeMask;

/**
 * Notes what a reliable responder owes its peer: ACKs, and NAKs with all that belongs to a refusal. The peer learns the
 * kind of the refusal only; the rule and its values go to this side's log and event queue. {@link ResponseSender} sends
 * what is noted.
 */
public final class Acknowledgements {
    private final ReceiveUnit receives;
    private final QpStates states;
    private final EventQueues events;
    private final Watch watch;
    /** Without a page the responder stays silent, instead of sending the packet away. */
    private final boolean waitsForPages;

    /**
     * @param waitsForPages whether the responder stays silent without a page, instead of sending the packet away
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

    /** A packet has been executed: it is acknowledged if it asks for that. */
    void acknowledge(QpContext qp, Packet packet, int mask) {
        if ((mask & OpcodeMask.END) != 0) {
            qp.receive.received = 0;
        }
        if (Bth.ackRequest(packet.header, 0)) {
            respond(qp, Bth.psn(packet.header, 0), Aeth.ACK);
        }
    }

    /** A request of one packet has been executed whose answer, more than an ACK, is noted. */
    void answered(QpContext qp) {
        qp.receive.advance(1, OpcodeMask.END);
        states.ready(qp);
    }

    /** A repeated request is answered again if its answer is still known. */
    void answeredAgain(QpContext qp, boolean isKept) {
        if (isKept) {
            states.ready(qp);
        } else {
            watch.drop(Verdict.Plain.FORGOTTEN);
        }
    }

    /** Asks, once, for a packet that comes before the present one. */
    void missing(QpContext qp) {
        if (!qp.receive.sequenceNakSent) {
            qp.receive.sequenceNakSent = true;
            askAgain(qp);
        }
    }

    private void askAgain(QpContext qp) {
        respond(qp, qp.receive.expectedPsn, Aeth.NAK_PSN_SEQUENCE);
    }

    /** No receive is posted: the peer is to send the packet again later. */
    void notReady(QpContext qp) {
        watch.counters().rnrNaksSent++;
        watch.judge(Verdict.Plain.NOT_READY);
        qp.receive.sequenceNakSent = true;
        respond(qp, qp.receive.expectedPsn, Aeth.RNR_NAK + qp.connection.minRnrTimer);
    }

    /**
     * A page is missing where the packet goes: as if it had never arrived, it is sent away, or asked for again when the
     * page has come.
     */
    void notPresent(QpContext qp) {
        if (waitsForPages) {
            qp.receive.sequenceNakSent = true;
        } else {
            notReady(qp);
        }
        watch.judge(Verdict.Plain.NO_PAGE);
    }

    /** The page has come for which a packet was turned down. */
    void pageCame(QpContext qp) {
        if (waitsForPages && qp.isReliable() && qp.answers()) {
            askAgain(qp);
        }
    }

    /**
     * Refuses a request by T4 when the peer has used up the resources for answers.
     *
     * @return whether it is refused
     */
    boolean refusesForDepth(QpContext qp) {
        int depth = qp.connection.responderDepth;
        boolean isFull = qp.receive.responses.isFull(depth);
        if (isFull) {
            invalid(qp, HcaRule.T4, "max_dest_rd_atomic=" + depth);
        }
        return isFull;
    }

    /** The request makes no sense here. */
    void invalid(QpContext qp, HcaRule rule, String values) {
        watch.refused(rule, qp.number, values);
        if (!qp.receive.slot.taken) {
            events.raise(Event.invalidRequest(qp.number, rule));
        }
        receives.failTaken(qp, CqeSyndrome.REMOTE_INVALID_REQUEST, rule);
        nakAndStop(qp, Aeth.NAK_INVALID_REQUEST);
    }

    /** A remote access was refused. */
    void refuseAccess(QpContext qp, HcaRule rule, String values, int rkey, long address, long length) {
        watch.refused(rule, qp.number, values);
        events.raise(Event.accessError(qp.number, rule, rkey, address, length));
        receives.failTaken(qp, CqeSyndrome.LOCAL_ACCESS, rule);
        nakAndStop(qp, Aeth.NAK_REMOTE_ACCESS);
    }

    /** Notes a NAK for the present packet and puts the QP in error; the NAK still goes out. */
    void nakAndStop(QpContext qp, int syndrome) {
        respond(qp, qp.receive.expectedPsn, syndrome);
        states.toError(qp);
    }
}
