package dev.fenestra.hw.sim.hca.qp;

import dev.fenestra.hw.sim.hca.event.EventQueues;
import dev.fenestra.hw.sim.hca.event.OverrunListener;
import dev.fenestra.hw.sim.hca.number.ReadySet;
import dev.fenestra.hw.sim.hca.queue.CompletionRing;
import dev.fenestra.hw.sim.hca.queue.Event;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.hca.rules.RefusalListener;
import dev.fenestra.hw.sim.hca.vocabulary.EventKind;
import dev.fenestra.hw.sim.hca.vocabulary.QpService;
import dev.fenestra.hw.sim.hca.vocabulary.QpState;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The QPs of a device that have work, the QPs in error, and the events of their changes of state. Only the thread that
 * drives the device uses it.
 */
public final class QpStates implements OverrunListener {
    private final QpTable table;
    private final ReadySet ready;
    private final EventQueues events;
    private final QpObserver observer;
    private final RefusalListener refusals;
    private final List<QpContext> inError = new ArrayList<>();

    /**
     * Makes the states of a device's QPs.
     *
     * @param table finds QPs
     * @param ready gets QPs with work
     * @param events gets events
     * @param observer gets changes of state
     * @param refusals gets overruns
     */
    public QpStates(QpTable table, ReadySet ready, EventQueues events, QpObserver observer, RefusalListener refusals) {
        this.table = table;
        this.ready = ready;
        this.events = events;
        this.observer = observer;
        this.refusals = refusals;
    }

    /**
     * Notes that a QP has work.
     *
     * @param qp the QP
     */
    public void ready(QpContext qp) {
        ready.addOwn(qp.number);
    }

    /** {@return the QPs in error, whose queues are flushed} */
    public List<QpContext> inError() {
        return inError;
    }

    /**
     * Forgets a destroyed QP.
     *
     * @param qp the QP
     */
    public void forget(QpContext qp) {
        inError.remove(qp);
    }

    /**
     * Puts a QP in ERR. Its queues are flushed in its next turn.
     *
     * @param qp the QP, in any state
     */
    public void toError(QpContext qp) {
        if (qp.state != QpState.ERR) {
            enter(qp, QpState.ERR);
            qp.send.stopTimers();
            inError.add(qp);
            ready(qp);
        }
    }

    /**
     * Ends the sending of a QP after a request has failed: RC and XRC go to ERR, UC and UD to SQE. SRD goes on
     * with the next request, which may be for another peer.
     *
     * @param qp the QP
     */
    public void sendFailed(QpContext qp) {
        if (qp.service == QpService.SRD) {
            qp.send.forget();
            ready(qp);
        } else if (qp.isReliable()) {
            toError(qp);
        } else if (qp.sends()) {
            enter(qp, QpState.SQE);
            ready(qp);
        }
    }

    /**
     * Takes a QP back to RESET. Its queues are forgotten without completions.
     *
     * @param qp the QP
     */
    public void toReset(QpContext qp) {
        inError.remove(qp);
        qp.reset();
        observer.qpState(qp.number, QpState.RESET);
    }

    private void enter(QpContext qp, QpState state) {
        qp.state = state;
        observer.qpState(qp.number, state);
    }

    /**
     * Raises the event, once, that the last request begun before SQD has ended.
     *
     * @param qp the QP
     */
    public void tellDrained(QpContext qp) {
        if (qp.send.tellsDrained && qp.state == QpState.SQD && !qp.isDraining()) {
            qp.send.tellsDrained = false;
            events.raise(Event.of(EventKind.SEND_QUEUE_DRAINED, qp.number));
        }
    }

    /**
     * Raises the event, once, that the first request of the peer has arrived while the QP is in RTR.
     *
     * @param qp the QP
     */
    public void established(QpContext qp) {
        if (qp.state == QpState.RTR && !qp.receive.established) {
            qp.receive.established = true;
            events.raise(Event.of(EventKind.COMMUNICATION_ESTABLISHED, qp.number));
        }
    }

    /**
     * A CQ lost an entry. The CQ is dead, and so are the QPs that report to it. They get an event, since they have no
     * completion.
     */
    @Override
    public void overrun(CompletionRing cq, int reporter) {
        if (cq.die()) {
            refusals.refused(HcaRule.Q2, reporter, String.format("CQ 0x%x is full", cq.number()));
            events.raise(Event.of(EventKind.CQ_ERROR, cq.number()));
            for (QpContext qp : table.slots()) {
                if (qp != null && qp.state != QpState.RESET && (qp.sendCq == cq || qp.receiveCq == cq)) {
                    toErrorUntold(qp);
                }
            }
        } else {
            toErrorUntold(table.find(reporter));
        }
    }

    private void toErrorUntold(@Nullable QpContext qp) {
        if (qp != null && qp.state != QpState.ERR) {
            toError(qp);
            events.raise(Event.of(EventKind.QP_CATASTROPHIC, qp.number));
        }
    }
}
