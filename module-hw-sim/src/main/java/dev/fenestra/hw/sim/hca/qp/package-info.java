/**
 * A QP as plain state, in three parts as in a soft RoCE driver: {@link dev.fenestra.hw.sim.hca.qp.Connection} is
 * the agreement with its peer, {@link dev.fenestra.hw.sim.hca.qp.SendState} the state of its requester,
 * {@link dev.fenestra.hw.sim.hca.qp.ReceiveState} the state of its responder. The tables that find QPs and SRQs by
 * number and by group are here, too. Nothing in this room sends, checks or completes anything.
 */
package dev.fenestra.hw.sim.hca.qp;
