/**
 * The border between the engine and a device's queue format: what the engine asks of the memory in which software and
 * device meet, and what it says there. {@code dev.fenestra.hw.sim.mlx5} has the mlx5 format; another vendor brings its
 * own.
 */
package dev.fenestra.hw.sim.queue;
