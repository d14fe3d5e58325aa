/**
 * The sending half: {@link dev.fenestra.hw.sim.engine.request.WqeFetcher} fetches requests,
 * {@link dev.fenestra.hw.sim.engine.request.Requester} sends them or has them executed,
 * {@link dev.fenestra.hw.sim.engine.request.Completer} takes the answers,
 * {@link dev.fenestra.hw.sim.engine.request.Retransmission} sends again what got lost, and
 * {@link dev.fenestra.hw.sim.engine.request.Retirement} completes requests in order. All of them work on a
 * {@link dev.fenestra.hw.sim.engine.qp.SendState}. This room does not know the responder.
 */
package dev.fenestra.hw.sim.engine.request;
