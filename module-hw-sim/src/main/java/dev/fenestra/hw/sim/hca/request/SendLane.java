package dev.fenestra.hw.sim.hca.request;

import dev.fenestra.hw.sim.hca.qp.QpContext;

/**
 * A short path beside the requester's. It returns how many requests it has sent or executed. The others have had no
 * effect, and the requester takes them.
 */
@FunctionalInterface
public interface SendLane {
    /** The largest number of requests that a lane sends as one burst. */
    int MOST = 16;

    /**
     * Sends or executes requests of a QP whose packets may leave as bursts, from the next that is not fetched on.
     *
     * @param qp a QP that sends
     * @param posted slots posted so far
     * @param budget requests that may be taken
     * @return requests that are sent or executed; if fewer than {@link #MOST} and the budget, the next one is for the
     *     general path
     */
    int send(QpContext qp, int posted, int budget);
}
