package dev.fenestra.ib.core.spi;

/** The kernel half's own object behind device memory. */
public interface DriverDm {}
