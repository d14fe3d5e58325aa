/** The user half of mlx4 cards: where queues lie, and how the card is told. */
package dev.fenestra.vendor.mlx4.user;
