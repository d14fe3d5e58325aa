package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.engine.number.NumberSet;

/**
 * The ACK and RNR timers of a device's QPs. QPs with a timer are kept in a set; it is searched only when the earliest
 * deadline has come.
 */
final class Timers {
    private static final long ACK_UNIT_NANOS = 4096;

    private final Engine engine;
    private final NumberSet timed;
    private long earliest = QpContext.NEVER;

    Timers(Engine engine, int capacity) {
        this.engine = engine;
        timed = new NumberSet(capacity);
    }

    /** A lower bound of the time when a timer runs out. */
    long earliest() {
        return earliest;
    }

    /** A request was sent: its answer is due. */
    void arm(QpContext qp, long now) {
        if (qp.ackTimeout != 0 && qp.ackDeadline == QpContext.NEVER) {
            qp.ackDeadline = now + (ACK_UNIT_NANOS << qp.ackTimeout);
            note(qp, qp.ackDeadline);
        }
    }

    /**
     * A turn has ended in which requests were sent: on a real clock that took time, which the peer did not have for its
     * answers.
     */
    void sent(QpContext qp, long started) {
        if (qp.ackDeadline != QpContext.NEVER) {
            qp.ackDeadline += engine.now() - started;
        }
    }

    /**
     * An answer came: the next one is due anew, if anything is outstanding. A QP that failed by this answer waits for
     * none.
     */
    void rearm(QpContext qp, long now) {
        qp.ackDeadline = QpContext.NEVER;
        if (qp.sends() && !qp.sends.isEmpty() && qp.rnrDeadline == QpContext.NEVER) {
            arm(qp, now);
        }
    }

    /** The receiver was not ready: the requester rests until then. */
    void waitForReceiver(QpContext qp, long deadline) {
        qp.rnrDeadline = deadline;
        note(qp, deadline);
    }

    private void note(QpContext qp, long deadline) {
        timed.add(qp.number);
        earliest = Math.min(earliest, deadline);
    }

    /** Lets the timers that ran out act. */
    void run(long now) {
        if (now < earliest) {
            return;
        }
        earliest = QpContext.NEVER;
        for (int qpn = timed.takeFrom(0); qpn >= 0; qpn = timed.takeFrom(qpn + 1)) {
            QpContext qp = engine.qp(qpn);
            if (qp != null) {
                fire(qp, now);
                keep(qp);
            }
        }
    }

    private void fire(QpContext qp, long now) {
        if (qp.rnrDeadline <= now) {
            qp.rnrDeadline = QpContext.NEVER;
            engine.ready(qp);
        }
        if (qp.ackDeadline <= now) {
            qp.ackDeadline = QpContext.NEVER;
            engine.retransmission.timeout(qp, now);
        }
    }

    private void keep(QpContext qp) {
        long next = Math.min(qp.ackDeadline, qp.rnrDeadline);
        if (next != QpContext.NEVER) {
            note(qp, next);
        }
    }
}
