package dev.fenestra.hw.sim.hca.request;

import dev.fenestra.hw.sim.hca.number.NumberSet;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.qp.QpStates;
import dev.fenestra.hw.sim.hca.qp.QpTable;
import dev.fenestra.hw.sim.hca.qp.SendState;
import java.util.function.LongSupplier;

/**
 * The ACK and RNR timers of a device's QPs. QPs with a timer are in a set, which is searched only when the earliest
 * deadline has come.
 */
public final class Timers {
    private static final long ACK_UNIT_NANOS = 4096;

    private final QpTable table;
    private final QpStates states;
    private final LongSupplier clock;
    private final NumberSet timed;
    private long earliest = SendState.NEVER;

    /**
     * Makes timers that do not run.
     *
     * @param table finds QPs
     * @param states QPs with work, and QPs in error
     * @param clock the time, nanoseconds
     * @param capacity one above the highest QP number
     */
    public Timers(QpTable table, QpStates states, LongSupplier clock, int capacity) {
        this.table = table;
        this.states = states;
        this.clock = clock;
        timed = new NumberSet(capacity);
    }

    /** Handles the ACK timers that ran out. */
    @FunctionalInterface
    public interface Expiry {
        /**
         * The peer has not answered in time.
         *
         * @param qp the QP
         * @param now the time, nanoseconds
         */
        void timeout(QpContext qp, long now);
    }

    /** {@return a lower bound of the time at which a timer runs out, nanoseconds} */
    public long earliest() {
        return earliest;
    }

    /**
     * Starts the ACK timer for a request that was sent.
     *
     * @param qp its QP
     * @param now the time, nanoseconds
     */
    public void arm(QpContext qp, long now) {
        if (qp.connection.ackTimeout != 0 && qp.send.ackDeadline == SendState.NEVER) {
            qp.send.ackDeadline = now + (ACK_UNIT_NANOS << qp.connection.ackTimeout);
            note(qp, qp.send.ackDeadline);
        }
    }

    /**
     * Restarts the ACK timer at the end of a turn in which requests were sent. On a real clock that turn took time,
     * which the peer did not have for its answers.
     *
     * @param qp the QP
     * @param started the time at which the turn began, nanoseconds
     */
    public void sent(QpContext qp, long started) {
        if (qp.send.ackDeadline != SendState.NEVER) {
            qp.send.ackDeadline += clock.getAsLong() - started;
        }
    }

    /**
     * Restarts the ACK timer after an answer, if anything is outstanding. A QP that failed by this answer waits for
     * none.
     */
    void rearm(QpContext qp, long now) {
        qp.send.ackDeadline = SendState.NEVER;
        if (qp.sends() && !qp.send.ring.isEmpty() && qp.send.rnrDeadline == SendState.NEVER) {
            arm(qp, now);
        }
    }

    /** Starts the RNR timer. The requester rests until it runs out. */
    void waitForReceiver(QpContext qp, long deadline) {
        qp.send.rnrDeadline = deadline;
        note(qp, deadline);
    }

    private void note(QpContext qp, long deadline) {
        timed.add(qp.number);
        earliest = Math.min(earliest, deadline);
    }

    /**
     * Resumes QPs whose RNR timer ran out, and reports the ACK timers that ran out.
     *
     * @param now the time, nanoseconds
     * @param expiry handles each ACK timer that ran out
     */
    public void run(long now, Expiry expiry) {
        if (now < earliest) {
            return;
        }
        earliest = SendState.NEVER;
        for (int qpn = timed.takeFrom(0); qpn >= 0; qpn = timed.takeFrom(qpn + 1)) {
            QpContext qp = table.find(qpn);
            if (qp != null) {
                fire(qp, now, expiry);
                keep(qp);
            }
        }
    }

    private void fire(QpContext qp, long now, Expiry expiry) {
        if (qp.send.rnrDeadline <= now) {
            qp.send.rnrDeadline = SendState.NEVER;
            states.ready(qp);
        }
        if (qp.send.ackDeadline <= now) {
            qp.send.ackDeadline = SendState.NEVER;
            expiry.timeout(qp, now);
        }
    }

    private void keep(QpContext qp) {
        long next = Math.min(qp.send.ackDeadline, qp.send.rnrDeadline);
        if (next != SendState.NEVER) {
            note(qp, next);
        }
    }
}
