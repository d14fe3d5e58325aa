package dev.fenestra.hw.sim.hca.request;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.port.AtomicValue;
import dev.fenestra.hw.sim.hca.port.Watch;
import dev.fenestra.hw.sim.hca.protection.Protection;
import dev.fenestra.hw.sim.hca.protection.Use;
import dev.fenestra.hw.sim.hca.qp.FetchedSends;
import dev.fenestra.hw.sim.hca.qp.Psn;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.qp.QpStates;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.hca.rules.Verdict;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionStatus;
import dev.fenestra.hw.sim.hca.vocabulary.QpService;
import dev.fenestra.hw.sim.roce.wire.Aeth;
import dev.fenestra.hw.sim.roce.wire.AtomicAckEth;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import dev.fenestra.hw.sim.roce.wire.RnrTimer;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import org.jspecify.annotations.Nullable;

/**
 * Processes the peer's answers: they acknowledge, refuse or fill the requests that were sent. Completes requests in
 * order.
 */
public final class Completer {
    /** SRD: packets with which a responder answers a READ, before it is asked for more. */
    public static final int SRD_PACKETS = 64;

    private final Retirement retirement;
    private final Retransmission retransmission;
    private final Timers timers;
    private final QpStates states;
    private final Watch watch;
    private final DataWalk walk;
    private final RequestFailures failures;
    private final InlineAnswers inline;
    private final AtomicValue result = new AtomicValue();

    /**
     * Makes a unit.
     *
     * @param protection the rules of memory
     * @param retirement completes requests
     * @param retransmission sends again
     * @param timers ACK and RNR timers
     * @param states QPs with work, and QPs in error
     * @param watch observers and counters
     */
    public Completer(
            Protection protection,
            Retirement retirement,
            Retransmission retransmission,
            Timers timers,
            QpStates states,
            Watch watch) {
        this.retirement = retirement;
        this.retransmission = retransmission;
        this.timers = timers;
        this.states = states;
        this.watch = watch;
        walk = new DataWalk(protection, Use.LAND);
        failures = new RequestFailures(watch, protection.explain);
        inline = new InlineAnswers(protection);
    }

    /**
     * Processes a packet, or a burst that is certain to be accepted.
     *
     * @param qp the QP on which it arrived
     * @param packet the packet or burst
     * @param mask {@link OpcodeMask} of its opcode
     * @param now the time, nanoseconds
     * @return the verdict; of a burst, accepted
     */
    public Verdict receive(QpContext qp, Packet packet, int mask, long now) {
        int psn = Bth.psn(packet.header, 0);
        if (qp.faults.waits(Use.LAND)) {
            // Later answers are requested again, together with the one that could not be placed.
            return drop(Verdict.Plain.NO_PAGE);
        }
        if (!qp.sends() || !qp.send.isOutstanding(psn)) {
            return drop(qp.sends() ? staleness(qp, psn) : Verdict.Plain.WRONG_STATE);
        }
        Verdict verdict;
        if ((mask & OpcodeMask.READ_RESPONSE) != 0) {
            verdict = takeReadResponse(qp, packet, psn, mask);
        } else if ((mask & OpcodeMask.ATOMIC_ACK) != 0) {
            verdict = takeAtomicResponse(qp, packet, psn);
        } else if ((mask & OpcodeMask.ACK) != 0) {
            int at = WireOpcode.offsetOf(Bth.opcode(packet.header, 0), OpcodeMask.AETH);
            verdict = takeAcknowledge(qp, psn, Aeth.syndrome(packet.header, at), now);
        } else {
            return drop(Verdict.Plain.UNEXPECTED_ANSWER);
        }
        answered(qp, now);
        return verdict;
    }

    private Verdict drop(Verdict why) {
        watch.dropped();
        return why;
    }

    /**
     * Processes a plain ACK without its packet.
     *
     * @param qp the QP on which it arrived
     * @param psn PSN that it acknowledges
     * @param now the time, nanoseconds
     * @return false when it is for no request that is outstanding; then nothing has changed
     */
    public boolean acknowledged(QpContext qp, int psn, long now) {
        if (qp.faults.waits(Use.LAND) || !qp.sends() || !qp.send.isOutstanding(psn)) {
            return false;
        }
        if (!acknowledge(qp, psn)) {
            retransmission.missing(qp);
        }
        answered(qp, now);
        return true;
    }

    /**
     * Ends the oldest request, an atomic whose answer is stored.
     *
     * @param qp the QP
     */
    public void fetchedOldest(QpContext qp) {
        retransmission.acknowledged(qp, qp.send.unacknowledgedPsn);
        fetched(qp, qp.send.ring.head & qp.send.ring.mask);
        retirement.retire(qp);
    }

    /**
     * Does what each answer permits: it completes requests, restarts the timer, and lets a QP that waited go on.
     *
     * @param qp the QP
     * @param now the time, nanoseconds
     */
    public void answered(QpContext qp, long now) {
        retirement.retire(qp);
        states.tellDrained(qp);
        timers.rearm(qp, now);
        if (qp.send.stalled) {
            states.ready(qp);
        }
    }

    /**
     * Why a packet answers no outstanding request: it repeats an earlier answer, or there was no request.
     */
    private static Verdict staleness(QpContext qp, int psn) {
        FetchedSends ring = qp.send.ring;
        boolean isOfOldest = Psn.difference(psn, qp.send.unacknowledgedPsn) < 0
                && !ring.isEmpty()
                && Psn.difference(psn, ring.firstPsn(ring.head & ring.mask)) >= 0;
        return isOfOldest ? Verdict.Plain.DUPLICATE : Verdict.Plain.UNEXPECTED_ANSWER;
    }

    private Verdict takeAcknowledge(QpContext qp, int psn, int syndrome, long now) {
        boolean isAck = Aeth.isAck(syndrome);
        if (!acknowledge(qp, isAck ? psn : Psn.plus(psn, -1))) {
            // What is acknowledged or refused lies behind a fetch whose answer got lost: that comes first.
            return retransmission.missing(qp);
        }
        if (Aeth.isRnrNak(syndrome)) {
            return retransmission.waitForReceiver(qp, RnrTimer.nanos(Aeth.value(syndrome)), now);
        }
        return isAck ? Verdict.Plain.ACCEPTED : takeNak(qp, syndrome);
    }

    private Verdict takeNak(QpContext qp, int syndrome) {
        return switch (syndrome) {
            case Aeth.NAK_PSN_SEQUENCE -> retransmission.retry(qp);
            case Aeth.NAK_INVALID_REQUEST -> failed(qp, CompletionStatus.REMOTE_INVALID_REQUEST);
            case Aeth.NAK_REMOTE_ACCESS -> failed(qp, CompletionStatus.REMOTE_ACCESS);
            case Aeth.NAK_REMOTE_OPERATIONAL -> failed(qp, CompletionStatus.REMOTE_OPERATION);
            default -> retirement.refuse(qp, HcaRule.T8, CompletionStatus.BAD_RESPONSE, "syndrome=" + syndrome);
        };
    }

    /** Fails the oldest request by a NAK, which is accepted. */
    private Verdict failed(QpContext qp, CompletionStatus status) {
        retirement.fail(qp, status, 0);
        return Verdict.Plain.ACCEPTED;
    }

    /**
     * Marks all requests up to a PSN as done, up to the first READ or atomic that waits for its answer.
     *
     * @return false when there is such a request
     */
    private boolean acknowledge(QpContext qp, int psn) {
        FetchedSends ring = qp.send.ring;
        for (int i = ring.head; i != ring.tail; i++) {
            int slot = i & ring.mask;
            if (ring.state(slot) != FetchedSends.WAITING) {
                continue;
            }
            int opcode = ring.opcode(slot);
            boolean isBegun = Psn.difference(ring.firstPsn(slot), psn) <= 0;
            if (isBegun && SendKind.fetches(opcode)) {
                retransmission.acknowledged(qp, Psn.plus(ring.firstPsn(slot), qp.send.readProgress - 1));
                return Psn.difference(ring.lastPsn(slot), psn) > 0;
            }
            if (SendKind.of(opcode) == SendKind.UMR || Psn.difference(ring.lastPsn(slot), psn) > 0) {
                break;
            }
            ring.state(slot, FetchedSends.DONE);
        }
        retransmission.acknowledged(qp, psn);
        return true;
    }

    /**
     * Checks whether an answer with this PSN is the next one for a READ or atomic. If so, it acknowledges all requests
     * before that one. It notes a gap before the answer.
     *
     * @param slot of the oldest READ or atomic that waits for its answer; -1 for none
     * @return null when it is the next one; else the verdict
     */
    private @Nullable Verdict misplaced(QpContext qp, int slot, int psn) {
        FetchedSends ring = qp.send.ring;
        if (slot < 0 || Psn.difference(psn, ring.firstPsn(slot)) < 0) {
            return drop(Verdict.Plain.UNEXPECTED_ANSWER);
        }
        acknowledge(qp, Psn.plus(ring.firstPsn(slot), -1));
        if (psn == qp.send.unacknowledgedPsn) {
            return null;
        }
        watch.counters().outOfSequence++;
        Verdict asked = retransmission.missing(qp);
        return asked == Verdict.Plain.ACCEPTED ? Verdict.Plain.OUT_OF_SEQUENCE : asked;
    }

    private Verdict takeReadResponse(QpContext qp, Packet packet, int psn, int mask) {
        FetchedSends ring = qp.send.ring;
        int slot = oldestWaitingFetch(qp);
        Verdict misplaced = misplaced(qp, slot, psn);
        if (misplaced != null) {
            return misplaced;
        }
        if (SendKind.of(ring.opcode(slot)) == SendKind.ATOMIC) {
            return drop(Verdict.Plain.UNEXPECTED_ANSWER);
        }
        long done = (long) qp.send.readProgress * qp.connection.mtu;
        boolean last = psn == ring.lastPsn(slot);
        long length = SendKind.isAnsweredEmpty(ring.opcode(slot)) ? 0 : ring.length(slot);
        long due = last ? length - done : (long) packet.packets() * qp.connection.mtu;
        if (packet.payloadBytes() != due || last != ((mask & OpcodeMask.END) != 0)) {
            String values = "payload=" + packet.payloadBytes() + " due=" + due;
            return retirement.refuse(qp, HcaRule.T8, CompletionStatus.BAD_RESPONSE, values);
        }
        Verdict placed = due == 0 ? Verdict.Plain.ACCEPTED : place(qp, slot, packet, done);
        if (placed != Verdict.Plain.ACCEPTED) {
            return placed;
        }
        retransmission.acknowledged(qp, Psn.plus(psn, packet.packets() - 1));
        qp.send.readProgress += packet.packets();
        if (last) {
            fetched(qp, slot);
        } else if (qp.service == QpService.SRD && qp.send.readProgress - qp.send.askedFrom == SRD_PACKETS) {
            retransmission.landAgain(qp);
        }
        return Verdict.Plain.ACCEPTED;
    }

    /**
     * Ends a READ or atomic that has its whole answer. One that was about to be sent again does not count as
     * outstanding.
     */
    private static void fetched(QpContext qp, int slot) {
        FetchedSends ring = qp.send.ring;
        ring.state(slot, FetchedSends.DONE);
        qp.send.readProgress = 0;
        boolean isBeforeCursor = (slot - ring.head & ring.mask) < ring.cursor - ring.head;
        qp.send.readsOutstanding -= isBeforeCursor ? 1 : 0;
    }

    private Verdict place(QpContext qp, int slot, Packet packet, long done) {
        FetchedSends ring = qp.send.ring;
        if (carries(qp, slot, packet)) {
            retirement.carry(slot, packet);
            return Verdict.Plain.ACCEPTED;
        }
        walk.seek(qp, ring.wqeIndex(slot), ring.firstPiece(slot), ring.endOfPieces(slot), done);
        int operation = SendKind.pagedAs(ring.opcode(slot));
        return switch (walk.scatter(qp, ring.wqeIndex(slot), operation, packet.payloadBytes(), packet)) {
            case GRANTED -> Verdict.Plain.ACCEPTED;
            case WAITS -> Verdict.Plain.NO_PAGE;
            case REFUSED -> {
                HcaRule refusal = walk.grant.rule();
                CompletionStatus status = RequestFailures.statusOf(refusal);
                yield retirement.refuse(qp, refusal, status, failures.valuesOf(qp, walk));
            }
        };
    }

    private Verdict takeAtomicResponse(QpContext qp, Packet packet, int psn) {
        int slot = oldestWaitingFetch(qp);
        Verdict misplaced = misplaced(qp, slot, psn);
        if (misplaced != null) {
            return misplaced;
        }
        if (SendKind.of(qp.send.ring.opcode(slot)) != SendKind.ATOMIC) {
            return drop(Verdict.Plain.UNEXPECTED_ANSWER);
        }
        int at = WireOpcode.offsetOf(Bth.opcode(packet.header, 0), OpcodeMask.ATOMIC_ACK_ETH);
        result.set(AtomicAckEth.original(packet.header, at));
        Verdict placed = place(qp, slot, result.asPayload(), 0);
        if (placed == Verdict.Plain.ACCEPTED) {
            retransmission.acknowledged(qp, psn);
            fetched(qp, slot);
        }
        return placed;
    }

    /**
     * {@return whether an answer travels in the completion of its request} If so, the completion is written while the
     * packet is valid.
     */
    private boolean carries(QpContext qp, int slot, Packet packet) {
        FetchedSends ring = qp.send.ring;
        int bytes = packet.payloadBytes();
        return bytes > 0
                && bytes == ring.length(slot)
                && bytes <= qp.send.inlineAnswer
                && ring.signaled(slot)
                && isNext(ring, slot)
                && inline.fits(qp, slot, bytes);
    }

    /** {@return whether all requests before one are done} */
    private static boolean isNext(FetchedSends ring, int slot) {
        for (int i = ring.head; (i & ring.mask) != slot; i++) {
            if (ring.state(i & ring.mask) != FetchedSends.DONE) {
                return false;
            }
        }
        return true;
    }

    /**
     * {@return the slot of the oldest request that waits for an answer of its own; -1 for none}
     *
     * @param qp the QP
     */
    public static int oldestWaitingFetch(QpContext qp) {
        FetchedSends ring = qp.send.ring;
        for (int i = ring.head; i != ring.tail; i++) {
            int slot = i & ring.mask;
            if (ring.state(slot) == FetchedSends.WAITING && SendKind.fetches(ring.opcode(slot))) {
                return slot;
            }
        }
        return -1;
    }

    /**
     * Fails the oldest request, since a page for its answer cannot be had.
     *
     * @param qp the QP
     * @param values region and address, for the log
     */
    public void pageFailed(QpContext qp, String values) {
        if (qp.sends()) {
            retirement.refuse(qp, HcaRule.O2, CompletionStatus.LOCAL_PROTECTION, values);
            retirement.retire(qp);
        }
    }
}
