/**
 * The packet engine, sans-I/O. {@link dev.fenestra.hw.sim.hca.engine.Engine} wires the rooms below and gives each QP
 * its turn; it owns no thread, no clock and no socket. The units of this package need both halves of a QP:
 * {@link dev.fenestra.hw.sim.hca.engine.PacketDispatch}, the lanes of WRITEs and ACKs, admission of bursts, flushing,
 * answers to page faults.
 */
package dev.fenestra.hw.sim.hca.engine;
