/** Faults of a link: packets that are dropped, delayed, doubled or damaged, by a plan or by a seed. */
package dev.fenestra.hw.sim.fabric.fault;
