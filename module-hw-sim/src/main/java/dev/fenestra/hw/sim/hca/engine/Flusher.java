package dev.fenestra.hw.sim.hca.engine;

import dev.fenestra.hw.sim.hca.event.CompletionReports;
import dev.fenestra.hw.sim.hca.event.EventQueues;
import dev.fenestra.hw.sim.hca.qp.FetchedSends;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.queue.Event;
import dev.fenestra.hw.sim.hca.queue.SendOperation;
import dev.fenestra.hw.sim.hca.respond.ReceiveUnit;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionStatus;
import dev.fenestra.hw.sim.hca.vocabulary.EventKind;

/** Completes all requests of a QP in error with "flushed", also those that are posted later (IBA 10.3.1). */
final class Flusher {
    private static final int VENDOR = HcaRule.Q1.code();

    private final CompletionReports completions;
    private final ReceiveUnit receives;
    private final EventQueues events;
    private final SendOperation operation = new SendOperation();

    Flusher(CompletionReports completions, ReceiveUnit receives, EventQueues events) {
        this.completions = completions;
        this.receives = receives;
        this.events = events;
    }

    void run(QpContext qp) {
        runSends(qp);
        flushReceives(qp);
    }

    /** Flushes the send queue only, as in SQE. */
    void runSends(QpContext qp) {
        flushFetched(qp);
        flushPosted(qp);
    }

    /** {@return whether receives were posted since} They ring no doorbell. */
    boolean hasNewReceives(QpContext qp) {
        return qp.queues.hasReceive(qp.receive.nextReceive);
    }

    private void flushFetched(QpContext qp) {
        FetchedSends ring = qp.send.ring;
        while (ring.head != ring.tail) {
            int slot = ring.head++ & ring.mask;
            completions.requestFailed(qp, ring.wqeIndex(slot), ring.opcode(slot), CompletionStatus.FLUSHED, VENDOR);
        }
        ring.cursor = ring.tail;
    }

    private void flushPosted(QpContext qp) {
        int posted = qp.queues.sendsPosted();
        while (qp.send.nextFetch != posted) {
            qp.queues.fetch(qp.send.nextFetch, operation);
            completions.requestFailed(qp, qp.send.nextFetch, operation.opcode, CompletionStatus.FLUSHED, VENDOR);
            qp.send.nextFetch =
                    Math.min(operation.slots, posted - qp.send.nextFetch & 0xffff) + qp.send.nextFetch & 0xffff;
        }
    }

    private void flushReceives(QpContext qp) {
        receives.failTaken(qp, CompletionStatus.FLUSHED, HcaRule.Q1);
        if ((qp.srq != null || qp.isXrcTarget()) && !qp.receive.lastReceiveTold) {
            qp.receive.lastReceiveTold = true;
            events.raise(Event.of(EventKind.LAST_WQE, qp.number));
        }
        while (hasNewReceives(qp)) {
            completions.receiveFailed(qp, qp.receive.nextReceive, CompletionStatus.FLUSHED, VENDOR);
            qp.receive.nextReceive = qp.receive.nextReceive + 1 & 0xffff;
        }
    }
}
