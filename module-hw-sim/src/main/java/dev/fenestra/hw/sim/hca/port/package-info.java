/**
 * The entrance and the exit of a device: {@link dev.fenestra.hw.sim.hca.port.Admission} rejects packets that reach
 * no QP, {@link dev.fenestra.hw.sim.hca.port.Outbox} addresses and sends packets,
 * {@link dev.fenestra.hw.sim.hca.port.Watch} counts and shows what passes. Both halves of a QP use this room, and it
 * knows neither.
 */
package dev.fenestra.hw.sim.hca.port;
