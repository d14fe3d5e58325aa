package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.engine.number.NumberSet;
import dev.fenestra.hw.sim.engine.qp.QpContext;
import dev.fenestra.hw.sim.engine.qp.SendState;

/**
 * The ACK and RNR timers of a device's QPs. QPs with a timer are kept in a set; it is searched only when the earliest
 * deadline has come.
 */
final class Timers {
    private static final long ACK_UNIT_NANOS = 4096;

    private final Engine engine;
    private final NumberSet timed;
    private long earliest = SendState.NEVER;

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
        if (qp.connection.ackTimeout != 0 && qp.send.ackDeadline == SendState.NEVER) {
            qp.send.ackDeadline = now + (ACK_UNIT_NANOS << qp.connection.ackTimeout);
            note(qp, qp.send.ackDeadline);
        }
    }

    /**
     * A turn has ended in which requests were sent: on a real clock that took time, which the peer did not have for its
     * answers.
     */
    void sent(QpContext qp, long started) {
        if (qp.send.ackDeadline != SendState.NEVER) {
            qp.send.ackDeadline += engine.now() - started;
        }
    }

    /**
     * An answer came: the next one is due anew, if anything is outstanding. A QP that failed by this answer waits for
     * none.
     */
    void rearm(QpContext qp, long now) {
        qp.send.ackDeadline = SendState.NEVER;
        if (qp.sends() && !qp.send.ring.isEmpty() && qp.send.rnrDeadline == SendState.NEVER) {
            arm(qp, now);
        }
    }

    /** The receiver was not ready: the requester rests until then. */
    void waitForReceiver(QpContext qp, long deadline) {
        qp.send.rnrDeadline = deadline;
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
        earliest = SendState.NEVER;
        for (int qpn = timed.takeFrom(0); qpn >= 0; qpn = timed.takeFrom(qpn + 1)) {
            QpContext qp = engine.qp(qpn);
            if (qp != null) {
                fire(qp, now);
                keep(qp);
            }
        }
    }

    private void fire(QpContext qp, long now) {
        if (qp.send.rnrDeadline <= now) {
            qp.send.rnrDeadline = SendState.NEVER;
            engine.ready(qp);
        }
        if (qp.send.ackDeadline <= now) {
            qp.send.ackDeadline = SendState.NEVER;
            engine.retransmission.timeout(qp, now);
        }
    }

    private void keep(QpContext qp) {
        long next = Math.min(qp.send.ackDeadline, qp.send.rnrDeadline);
        if (next != SendState.NEVER) {
            note(qp, next);
        }
    }
}
