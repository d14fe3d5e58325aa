/**
 * Completions, events and interrupts. A unit of the engine that reports to the host calls
 * {@link dev.fenestra.hw.sim.hca.event.CompletionReports} or {@link dev.fenestra.hw.sim.hca.event.EventQueues#raise};
 * everything behind that happens here. This room knows no unit of the engine, neither requester nor responder.
 */
package dev.fenestra.hw.sim.hca.event;
