/**
 * The receiving half: {@link dev.fenestra.hw.sim.hca.respond.Responder} hands each request of a reliable peer to the
 * unit of its operation, {@link dev.fenestra.hw.sim.hca.respond.Acknowledgements} notes the answers,
 * {@link dev.fenestra.hw.sim.hca.respond.ResponseSender} sends them.
 * {@link dev.fenestra.hw.sim.hca.respond.UnreliableResponder} and
 * {@link dev.fenestra.hw.sim.hca.respond.DatagramReceiver} are the responders of UC and UD. All of them work on a
 * {@link dev.fenestra.hw.sim.hca.qp.ReceiveState}. This room does not know the requester.
 */
package dev.fenestra.hw.sim.hca.respond;
