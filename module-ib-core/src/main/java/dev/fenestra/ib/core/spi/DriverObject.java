package dev.fenestra.ib.core.spi;

/** The kernel half's own object of a kind that only the vendor knows; opaque to the kernel. */
public interface DriverObject {}
