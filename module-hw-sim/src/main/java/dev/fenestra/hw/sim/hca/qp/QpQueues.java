package dev.fenestra.hw.sim.hca.qp;

import dev.fenestra.hw.sim.hca.queue.CompletionRing;
import dev.fenestra.hw.sim.hca.queue.WorkQueues;

/**
 * The queues of a QP.
 *
 * @param work its send and receive queue
 * @param sendCq where send requests complete
 * @param receiveCq where receives complete
 */
public record QpQueues(WorkQueues work, CompletionRing sendCq, CompletionRing receiveCq) {
    /** The queues of an XRC target, which has none of its own. */
    public static final QpQueues NONE = new QpQueues(NoQueues.INSTANCE, NoQueues.INSTANCE, NoQueues.INSTANCE);
}
