package dev.fenestra.hw.sim.hca.request;

import dev.fenestra.hw.sim.hca.qp.QpContext;

/** The fast path of requests, beside that of the {@link Requester}, which asks it first. */
@FunctionalInterface
public interface FastRequests {
    /**
     * Sends or executes requests of a QP, from the next that is not fetched on. A request that meets anything special
     * is left to the general path, untouched.
     *
     * @param qp a QP that sends
     * @param posted slots posted so far
     * @param budget requests that may be taken
     * @param now the time, nanoseconds
     * @return requests that are sent or executed
     */
    int requests(QpContext qp, int posted, int budget, long now);
}
