/**
 * The entrance and the exit of a device: {@link dev.fenestra.hw.sim.engine.port.Admission} rejects packets that reach
 * no QP, {@link dev.fenestra.hw.sim.engine.port.Outbox} addresses and sends packets,
 * {@link dev.fenestra.hw.sim.engine.port.Watch} counts and shows what passes. Both halves of a QP use this room, and it
 * knows neither.
 */
package dev.fenestra.hw.sim.engine.port;
