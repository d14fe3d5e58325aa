/** An HCA's surroundings: its configuration, the bus it sees, the rules it enforces, and who may watch it. */
package dev.fenestra.hw.sim.device;
