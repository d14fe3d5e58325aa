/** The fabric between HCAs: one object joins ports, route and clock. */
package dev.fenestra.hw.sim.fabric;
