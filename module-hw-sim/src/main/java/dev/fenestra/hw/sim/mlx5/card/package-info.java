/** The HCA as software meets it: an object in a slot, with an init segment and doorbell pages. */
package dev.fenestra.hw.sim.mlx5.card;
