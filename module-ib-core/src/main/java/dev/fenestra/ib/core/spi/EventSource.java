package dev.fenestra.ib.core.spi;

/** A driver's object that a device may tell events of. */
public interface EventSource {}
