/**
 * The border between the engine and a device's queue format: what the engine asks of the memory in which software and device meet. The
 * mlx5 format is the default; another vendor brings its own.
 */
package dev.fenestra.hw.sim.queue;
