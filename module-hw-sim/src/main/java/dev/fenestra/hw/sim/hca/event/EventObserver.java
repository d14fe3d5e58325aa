package dev.fenestra.hw.sim.hca.event;

import dev.fenestra.hw.sim.hca.vocabulary.CompletionKind;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionStatus;
import dev.fenestra.hw.sim.hca.vocabulary.EventKind;

/** Observes events and completions. */
public interface EventObserver {

    /**
     * An event was raised, whether or not an event queue takes it.
     *
     * @param kind of event
     * @param number of the QP, SRQ, CQ or port
     */
    void event(EventKind kind, int number);

    /**
     * A completion was written.
     *
     * @param cqn the CQ
     * @param qpn the QP
     * @param kind what it is about
     * @param status how the request has ended
     */
    void completion(int cqn, int qpn, CompletionKind kind, CompletionStatus status);
}
