/**
 * The provider SPI: what a vendor's driver implements, in a kernel half ({@link RdmaDevice}) and a user half
 * ({@link UserProvider}), and what the kernel lends it. The halves exchange udata bytes and nothing else.
 */
package dev.fenestra.ib.core.spi;
