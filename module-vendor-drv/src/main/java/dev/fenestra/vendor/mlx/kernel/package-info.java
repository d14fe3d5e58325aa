/** The kernel half: commands, pinned queues, mkeys. */
package dev.fenestra.vendor.mlx.kernel;
