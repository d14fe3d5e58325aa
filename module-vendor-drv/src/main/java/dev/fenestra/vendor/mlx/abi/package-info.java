/** What the two halves of the driver agree on: udata layouts, and the rules they enforce. */
package dev.fenestra.vendor.mlx.abi;
