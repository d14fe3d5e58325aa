/**
 * A QP as plain state, in three parts as in a soft RoCE driver: {@link dev.fenestra.hw.sim.engine.qp.Connection} is
 * what it has agreed with its peer, {@link dev.fenestra.hw.sim.engine.qp.SendState} what its requester works on,
 * {@link dev.fenestra.hw.sim.engine.qp.ReceiveState} what its responder works on. Here are also the tables that find
 * QPs and SRQs by number and by group. Nothing in this room sends, checks or completes anything.
 */
package dev.fenestra.hw.sim.engine.qp;
