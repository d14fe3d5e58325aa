package dev.fenestra.hw.sim.engine.qp;

/** Is told of QPs that change their state. */
@FunctionalInterface
public interface QpObserver {
    /**
     * A QP has entered a state.
     *
     * @param state as the QP context numbers it
     */
    void qpState(int qpn, int state);
}
