package dev.fenestra.hw.sim.hca.request;

import dev.fenestra.hw.sim.hca.port.Watch;
import dev.fenestra.hw.sim.hca.protection.Protection;
import dev.fenestra.hw.sim.hca.protection.Use;
import dev.fenestra.hw.sim.hca.qp.FetchedSends;
import dev.fenestra.hw.sim.hca.qp.Psn;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.qp.QpStates;
import dev.fenestra.hw.sim.hca.qp.SendState;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.hca.rules.Verdict;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionStatus;

/**
 * Sends requests again, always from the oldest PSN that the peer has not acknowledged, possibly in the middle of a
 * message. Progress beyond that PSN gives all retries back (IBA 9.7.6.1).
 */
public final class Retransmission implements Timers.Expiry {
    private static final int INFINITE = 7;

    private final Retirement retirement;
    private final Timers timers;
    private final QpStates states;
    private final Watch watch;
    private final QpWaits waits;
    private final DataWalk walk;

    /**
     * Makes a unit.
     *
     * @param protection the rules of memory
     * @param retirement fails requests without retries
     * @param timers ACK and RNR timers
     * @param states QPs with work, and QPs in error
     * @param watch observers and counters
     * @param waits says why the peer does not answer
     */
    public Retransmission(
            Protection protection, Retirement retirement, Timers timers, QpStates states, Watch watch, QpWaits waits) {
        this.retirement = retirement;
        this.timers = timers;
        this.states = states;
        this.watch = watch;
        this.waits = waits;
        walk = new DataWalk(protection, Use.GATHER);
    }

    /** Notes that all PSNs up to one are acknowledged. */
    void acknowledged(QpContext qp, int psn) {
        if (qp.send.acknowledgedUpTo(psn)) {
            qp.send.giveRetriesBack();
            qp.send.gapNoted = false;
        }
    }

    /**
     * Handles an RNR NAK for the oldest packet: the packet and all later ones are sent again when the time is over.
     *
     * @return the verdict of the NAK: accepted, or refused when no retry is left
     */
    Verdict waitForReceiver(QpContext qp, long nanos, long now) {
        if (isWaitingForReceiver(qp)) {
            // Another NAK of the same request: its time counts from now, and it costs no retry.
            timers.waitForReceiver(qp, Math.max(qp.send.rnrDeadline, now + nanos));
            return Verdict.Plain.ACCEPTED;
        }
        if (qp.send.rnrRetriesLeft == 0) {
            String values = "rnr_retry=" + qp.connection.rnrRetry + ": " + waits.cause(qp);
            return retirement.refuse(qp, HcaRule.T7, CompletionStatus.RNR_RETRY_EXCEEDED, values);
        }
        if (qp.connection.rnrRetry != INFINITE) {
            qp.send.rnrRetriesLeft--;
        }
        rewind(qp);
        timers.waitForReceiver(qp, now + nanos);
        return Verdict.Plain.ACCEPTED;
    }

    private static boolean isWaitingForReceiver(QpContext qp) {
        return qp.send.rnrDeadline != SendState.NEVER;
    }

    /**
     * Asks for a missing answer, once, until there is progress or the timer runs out.
     *
     * @return as {@link #retry} does
     */
    Verdict missing(QpContext qp) {
        if (qp.send.gapNoted) {
            return Verdict.Plain.ACCEPTED;
        }
        qp.send.gapNoted = true;
        return retry(qp);
    }

    /**
     * Sends again after a timeout or a sequence NAK, as often as the QP allows. While the RNR timer runs, it costs no
     * retry: all packets are sent again when that ends. A peer that was not ready for a packet reports each later
     * packet as out of sequence (Linux does).
     *
     * @return the verdict of the packet that asks for it: accepted, or refused when no retry is left
     */
    Verdict retry(QpContext qp) {
        if (isWaitingForReceiver(qp)) {
            return Verdict.Plain.ACCEPTED;
        }
        if (qp.send.retriesLeft == 0) {
            String values = "retry_cnt=" + qp.connection.retryCount + ": " + waits.cause(qp);
            return retirement.refuse(qp, HcaRule.T6, CompletionStatus.RETRY_EXCEEDED, values);
        }
        qp.send.retriesLeft--;
        rewind(qp);
        return Verdict.Plain.ACCEPTED;
    }

    /** Handles a timeout. A QP that waits for a page does not count it against its peer. */
    @Override
    public void timeout(QpContext qp, long now) {
        if (!qp.faults.requesterWaits()) {
            qp.send.gapNoted = false;
            retry(qp);
            retirement.retire(qp);
        }
        timers.rearm(qp, now);
    }

    /**
     * Asks again, at no cost in retries, for an answer that was dropped for a missing page, which has come.
     *
     * @param qp the QP
     */
    public void landAgain(QpContext qp) {
        if (qp.sends()) {
            rewind(qp);
        }
    }

    /** Goes back to the oldest PSN that is not acknowledged. All packets from there on are sent again. */
    private void rewind(QpContext qp) {
        if (qp.send.unacknowledgedPsn == qp.send.unsentPsn) {
            return;
        }
        FetchedSends ring = qp.send.ring;
        int cursor = ring.head;
        while (cursor != ring.tail && ring.state(cursor & ring.mask) != FetchedSends.WAITING) {
            cursor++;
        }
        if (cursor == ring.tail) {
            return;
        }
        ring.cursor = cursor;
        // No fetch that waits lies before that PSN, so none is outstanding now.
        qp.send.readsOutstanding = 0;
        int slot = cursor & ring.mask;
        boolean isMessage = SendKind.of(ring.opcode(slot)) == SendKind.MESSAGE;
        int packetsDone = Psn.difference(qp.send.unacknowledgedPsn, ring.firstPsn(slot));
        qp.send.sent = isMessage ? (long) packetsDone * qp.connection.mtu : 0;
        walk.seek(qp, ring.wqeIndex(slot), ring.firstPiece(slot), ring.endOfPieces(slot), qp.send.sent);
        qp.send.gatherUnit = walk.unit;
        qp.send.gatherOffset = walk.offset;
        watch.counters().retransmissions++;
        states.ready(qp);
    }
}
