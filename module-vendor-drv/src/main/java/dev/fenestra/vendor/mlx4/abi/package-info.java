/** What the two halves of the mlx4 driver agree on: bytes of system calls, registers, rules. */
package dev.fenestra.vendor.mlx4.abi;
