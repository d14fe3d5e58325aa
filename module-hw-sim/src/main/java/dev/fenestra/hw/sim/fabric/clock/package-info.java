/** Virtual and real time: who steps the devices next, and what a thread does that finds no work. */
package dev.fenestra.hw.sim.fabric.clock;
