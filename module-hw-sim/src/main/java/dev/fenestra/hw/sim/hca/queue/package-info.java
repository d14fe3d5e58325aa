/**
 * The border between the engine and a device's queue format: the questions of the engine to the queues in host memory,
 * and its answers there. {@code dev.fenestra.hw.sim.mlx5.queue} has the mlx5 format; another vendor brings its own.
 */
package dev.fenestra.hw.sim.hca.queue;
