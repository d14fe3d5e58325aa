/** The kernel half of mlx4 cards: queues lie in memory of the process. */
package dev.fenestra.vendor.mlx4.kernel;
