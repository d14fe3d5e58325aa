package dev.fenestra.ib.core.spi;

/** The kernel half's own object behind an address handle. */
public interface DriverAh {}
