package dev.fenestra.ib.core.spi;

/** A driver's object that can have events. */
public interface EventSource {}
