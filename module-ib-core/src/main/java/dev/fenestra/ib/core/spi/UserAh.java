package dev.fenestra.ib.core.spi;

/** The user half of an address handle: the path to a UD peer, in the provider's own form. */
public interface UserAh {}
