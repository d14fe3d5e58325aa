package dev.fenestra.ib.core.spi;

/** The kernel half's own object behind a process's opened device; opaque to the kernel. */
public interface DriverContext {}
