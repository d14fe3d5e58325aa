/** Threads that wait for a fabric: where they are woken, and what they wait for. */
package dev.fenestra.hw.sim.fabric.waits;
