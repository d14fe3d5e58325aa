package dev.fenestra.ib.core.spi;

/** The kernel half's own object behind a protection domain; opaque to the kernel. */
public interface DriverPd {}
