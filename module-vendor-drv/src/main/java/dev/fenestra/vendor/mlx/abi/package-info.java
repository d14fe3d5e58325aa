/** The interface between the two halves of the driver: the layouts of udata, and the rules that the halves enforce. */
package dev.fenestra.vendor.mlx.abi;
