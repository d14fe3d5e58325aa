/** What an HCA meets of its host: the bus, the memory behind its BAR, interrupts, pages that are missing. */
package dev.fenestra.hw.sim.hca.host;
