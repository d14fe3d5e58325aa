package dev.fenestra.hw.sim.hca.event;

/** Observes events and completions. */
public interface EventObserver {

    /**
     * An event was raised, whether or not an event queue takes it.
     *
     * @param type of the event
     * @param number of the QP, SRQ, CQ or port
     */
    void event(int type, int number);

    /**
     * A completion was written.
     *
     * @param cqn the CQ
     * @param qpn the QP
     * @param opcode as in the CQE
     * @param syndrome as in the CQE, 0 for success
     */
    void completion(int cqn, int qpn, int opcode, int syndrome);
}
