/** The configuration of an HCA: its limits, its features, its keys and its memory. */
package dev.fenestra.hw.sim.hca.limits;
