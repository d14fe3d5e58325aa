/** The words for an HCA: its configuration, the bus that it sees, the rules that it enforces, and its observers. */
package dev.fenestra.hw.sim.device;
