/** The command interface reads commands from host memory and executes them, with one handler per group of objects. */
package dev.fenestra.hw.sim.mlx5.command;
