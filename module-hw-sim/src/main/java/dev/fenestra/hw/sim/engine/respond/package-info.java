/**
 * The receiving half: {@link dev.fenestra.hw.sim.engine.respond.Responder} takes the requests of a reliable peer and
 * hands each to the unit of its operation, {@link dev.fenestra.hw.sim.engine.respond.Acknowledgements} notes what the
 * peer is owed, {@link dev.fenestra.hw.sim.engine.respond.ResponseSender} sends it.
 * {@link dev.fenestra.hw.sim.engine.respond.UnreliableResponder} and
 * {@link dev.fenestra.hw.sim.engine.respond.DatagramReceiver} are the responders of UC and UD. All of them work on a
 * {@link dev.fenestra.hw.sim.engine.qp.ReceiveState}. This room does not know the requester.
 */
package dev.fenestra.hw.sim.engine.respond;
