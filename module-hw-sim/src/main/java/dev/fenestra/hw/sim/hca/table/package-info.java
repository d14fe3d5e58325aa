/** The device's translation tables: keys (MPT), pages (MTT) and the pools their indexes come from. */
package dev.fenestra.hw.sim.hca.table;
