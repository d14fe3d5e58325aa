package dev.fenestra.ib.core.spi;

/** The kernel half's own object behind an XRC domain. */
public interface DriverXrcd {}
