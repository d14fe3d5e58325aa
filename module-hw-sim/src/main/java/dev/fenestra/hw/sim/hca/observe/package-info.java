/** What an HCA shows of itself: its counters, and each step to an observer. */
package dev.fenestra.hw.sim.hca.observe;
