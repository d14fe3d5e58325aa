/**
 * The sending half: {@link dev.fenestra.hw.sim.hca.request.WqeFetcher} fetches requests,
 * {@link dev.fenestra.hw.sim.hca.request.Requester} sends or executes them,
 * {@link dev.fenestra.hw.sim.hca.request.Completer} processes the answers,
 * {@link dev.fenestra.hw.sim.hca.request.Retransmission} sends lost requests again, and
 * {@link dev.fenestra.hw.sim.hca.request.Retirement} completes requests in order. All of them work on a
 * {@link dev.fenestra.hw.sim.hca.qp.SendState}. This room does not know the responder.
 */
package dev.fenestra.hw.sim.hca.request;
