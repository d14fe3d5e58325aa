package dev.fenestra.hw.sim.hca.respond;

import dev.fenestra.hw.sim.hca.qp.QpContext;

/** The fast path of answers, beside that of the {@link ResponseSender}, which asks it first. */
public interface FastAnswers {
    /**
     * Sends answers to atomics, from the one that is chosen on, which is that of an atomic.
     *
     * @param qp a QP that owes answers
     * @param most answers that may be sent, at least 1
     * @return answers that have left and are no longer owed; the others have had no effect
     */
    int atomicAnswers(QpContext qp, int most);

    /**
     * Sends a plain ACK without headers, while nobody sees them.
     *
     * @param qp a connected QP
     * @param psn PSN that it acknowledges
     * @return false when it must be sent as a packet
     */
    boolean acknowledge(QpContext qp, int psn);
}
