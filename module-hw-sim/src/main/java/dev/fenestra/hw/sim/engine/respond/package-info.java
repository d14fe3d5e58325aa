/**
 * The receiving half: {@link dev.fenestra.hw.sim.engine.respond.Responder} hands each request of a reliable peer to the
 * unit of its operation, {@link dev.fenestra.hw.sim.engine.respond.Acknowledgements} notes the answers,
 * {@link dev.fenestra.hw.sim.engine.respond.ResponseSender} sends them.
 * {@link dev.fenestra.hw.sim.engine.respond.UnreliableResponder} and
 * {@link dev.fenestra.hw.sim.engine.respond.DatagramReceiver} are the responders of UC and UD. All of them work on a
 * {@link dev.fenestra.hw.sim.engine.qp.ReceiveState}. This room does not know the requester.
 */
package dev.fenestra.hw.sim.engine.respond;
