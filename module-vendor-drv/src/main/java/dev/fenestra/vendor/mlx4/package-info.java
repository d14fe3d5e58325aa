/** The driver of mlx4 cards (ConnectX-3). */
package dev.fenestra.vendor.mlx4;
