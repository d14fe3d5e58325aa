package dev.fenestra.hw.sim.hca.respond;

import dev.fenestra.hw.sim.hca.qp.QpContext;

/** A short path of answers to atomics, beside that of {@link ResponseSender}. */
@FunctionalInterface
public interface AnswerLane {
    /** No lane: all answers take the general path. */
    AnswerLane NONE = (qp, most) -> 0;

    /**
     * Sends answers, from the one that is chosen on, which is that of an atomic.
     *
     * @param qp a QP that owes answers
     * @param most answers that may be sent, at least 1
     * @return answers that have left and are no longer owed; the others have had no effect
     */
    int send(QpContext qp, int most);
}
