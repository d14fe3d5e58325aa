package dev.fenestra.hw.sim.engine.request;

import dev.fenestra.hw.sim.engine.qp.QpContext;

/**
 * A short way beside the requester's. It answers how many requests it has sent or executed. For the others nothing has
 * happened yet, and the requester takes them.
 */
@FunctionalInterface
public interface SendLane {
    /** The most requests that a lane sends as one burst. */
    int MOST = 16;

    /**
     * Sends or executes requests of a QP whose packets may leave as bursts, from the next that is not fetched on.
     *
     * @param posted slots posted so far
     * @param budget requests that may be taken
     * @return how many are sent or executed; the next one is for the general path if these are less than {@link #MOST}
     *     and less than the budget
     */
    int send(QpContext qp, int posted, int budget);
}
