/** What the tests of the driver share: vectors, fake memory, fake registers. */
package dev.fenestra.vendor.mlx.testing;
