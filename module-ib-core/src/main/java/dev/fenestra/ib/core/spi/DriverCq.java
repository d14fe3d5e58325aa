package dev.fenestra.ib.core.spi;

/** The kernel half's own object behind a completion queue; opaque to the kernel. */
public interface DriverCq extends EventSource {}
