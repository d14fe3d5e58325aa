/**
 * The way in and out of a device: {@link dev.fenestra.hw.sim.engine.port.Admission} says what a packet must be to reach
 * a QP, {@link dev.fenestra.hw.sim.engine.port.Outbox} addresses and sends packets,
 * {@link dev.fenestra.hw.sim.engine.port.Watch} counts and shows what passes. Both halves of a QP use this room, and it
 * knows neither.
 */
package dev.fenestra.hw.sim.engine.port;
