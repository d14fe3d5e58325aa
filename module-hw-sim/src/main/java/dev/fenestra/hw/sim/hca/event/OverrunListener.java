package dev.fenestra.hw.sim.hca.event;

import dev.fenestra.hw.sim.hca.queue.CompletionRing;

/** Receives overruns: a CQ had no room for a completion. */
@FunctionalInterface
public interface OverrunListener {

    /**
     * A completion is lost.
     *
     * @param cq the CQ
     * @param qpn the QP whose completion it was
     */
    void overrun(CompletionRing cq, int qpn);
}
