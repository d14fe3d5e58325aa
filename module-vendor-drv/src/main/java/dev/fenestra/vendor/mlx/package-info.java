/** The driver's entry. The service loader finds it, and it claims HCAs. */
package dev.fenestra.vendor.mlx;
