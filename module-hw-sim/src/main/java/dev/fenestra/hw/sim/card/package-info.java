/**
 * What cards of different vendors have in common: queues, completion queues and shared receive queues that are read
 * and written by the tables of a format. A vendor adds the tables, and where the entries of its queues lie.
 */
package dev.fenestra.hw.sim.card;
