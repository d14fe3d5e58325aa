/** The queues of mlx4 cards (ConnectX-3): their formats, and how the card finds what software has posted. */
package dev.fenestra.hw.sim.mlx4;
