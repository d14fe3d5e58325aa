package dev.fenestra.hw.sim.engine.qp;

import dev.fenestra.hw.sim.engine.event.EventQueues;
import dev.fenestra.hw.sim.engine.event.OverrunListener;
import dev.fenestra.hw.sim.engine.number.ReadySet;
import dev.fenestra.hw.sim.prm.EventType;
import dev.fenestra.hw.sim.prm.Qpc;
import dev.fenestra.hw.sim.queue.CompletionRing;
import dev.fenestra.hw.sim.queue.Event;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which QPs of a device have something to do, which are in error, and what the host is told when that changes. Only for
 * who drives the device.
 */
public final class QpStates implements OverrunListener {
    private final QpTable table;
    private final ReadySet ready;
    private final EventQueues events;
    private final QpObserver observer;
    private final List<QpContext> inError = new ArrayList<>();

    public QpStates(QpTable table, ReadySet ready, EventQueues events, QpObserver observer) {
        this.table = table;
        this.ready = ready;
        this.events = events;
        this.observer = observer;
    }

    /** The QP has something to do. */
    public void ready(QpContext qp) {
        ready.addOwn(qp.number);
    }

    /** The QPs in error, whose queues are flushed. */
    public List<QpContext> inError() {
        return inError;
    }

    /** A QP is gone. */
    public void forget(QpContext qp) {
        inError.remove(qp);
    }

    /** Puts a QP in error; what is in its queues is flushed in its next turn. */
    public void toError(QpContext qp) {
        if (qp.state != Qpc.STATE_ERR) {
            enter(qp, Qpc.STATE_ERR);
            qp.send.stopTimers();
            inError.add(qp);
            ready(qp);
        }
    }

    /** A send request has failed: on RC that is the end of the QP, else of its send queue only. */
    public void sendFailed(QpContext qp) {
        if (qp.isReliable()) {
            toError(qp);
        } else if (qp.sends()) {
            enter(qp, Qpc.STATE_SQER);
            ready(qp);
        }
    }

    /** Takes a QP back to RESET: its queues are forgotten without completions. */
    public void toReset(QpContext qp) {
        inError.remove(qp);
        qp.reset();
        observer.qpState(qp.number, Qpc.STATE_RST);
    }

    private void enter(QpContext qp, int state) {
        qp.state = state;
        observer.qpState(qp.number, state);
    }

    /** Tells, once, that the last request begun before SQD has ended. */
    public void tellDrained(QpContext qp) {
        if (qp.send.tellsDrained && qp.state == Qpc.STATE_SQD && !qp.isDraining()) {
            qp.send.tellsDrained = false;
            events.raise(Event.of(EventType.SEND_QUEUE_DRAINED, qp.number));
        }
    }

    /** Tells, once, that the first request of the peer has arrived before the QP may send itself. */
    public void established(QpContext qp) {
        if (qp.state == Qpc.STATE_RTR && !qp.receive.established) {
            qp.receive.established = true;
            events.raise(Event.of(EventType.COMMUNICATION_ESTABLISHED, qp.number));
        }
    }

    /** A CQ lost an entry of a QP: it is dead, and so are the QPs that report to it, which cannot say so themselves. */
    @Override
    public void overrun(CompletionRing cq, int reporter) {
        if (cq.die()) {
            events.raise(Event.of(EventType.CQ_ERROR, cq.number()));
            for (QpContext qp : table.slots()) {
                if (qp != null && qp.state != Qpc.STATE_RST && (qp.sendCq == cq || qp.receiveCq == cq)) {
                    toErrorUntold(qp);
                }
            }
        } else {
            toErrorUntold(table.find(reporter));
        }
    }

    private void toErrorUntold(@Nullable QpContext qp) {
        if (qp != null && qp.state != Qpc.STATE_ERR) {
            toError(qp);
            events.raise(Event.of(EventType.WQ_CATASTROPHIC, qp.number));
        }
    }
}
