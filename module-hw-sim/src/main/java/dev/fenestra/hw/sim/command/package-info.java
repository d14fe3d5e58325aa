/** The command interface: takes commands out of host memory and executes them, one handler per group of objects. */
package dev.fenestra.hw.sim.command;
