/** The fabric between HCAs: ports, links, the clock, and taps on the wire. */
package dev.fenestra.hw.sim.fabric;
