package dev.fenestra.hw.sim.hca.qp;

/** Observes the states of QPs. */
@FunctionalInterface
public interface QpObserver {
    /**
     * A QP has entered a state.
     *
     * @param qpn the QP
     * @param state as the QP context numbers it
     */
    void qpState(int qpn, int state);
}
