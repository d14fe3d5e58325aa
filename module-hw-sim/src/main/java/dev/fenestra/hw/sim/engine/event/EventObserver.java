package dev.fenestra.hw.sim.engine.event;

/** Observes events and completions. */
public interface EventObserver {

    /** An event was raised, whether or not an event queue takes it. */
    void event(int type, int number);

    /** A completion was written. */
    void completion(int cqn, int qpn, int opcode, int syndrome);
}
