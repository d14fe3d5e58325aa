package dev.fenestra.hw.sim.hca.qp;

import dev.fenestra.hw.sim.hca.vocabulary.QpState;

/** Observes the states of QPs. */
@FunctionalInterface
public interface QpObserver {
    /**
     * A QP has entered a state.
     *
     * @param qpn the QP
     * @param state the new state
     */
    void qpState(int qpn, QpState state);
}
