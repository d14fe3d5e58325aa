/** The driver's entry: found by the service loader, it claims HCAs. */
package dev.fenestra.vendor.mlx;
