package dev.fenestra.ib.core.spi;

/**
 * A window bound to a region, as the device reports it.
 *
 * @param rkey the window's present R_Key
 * @param qpNumber the QP it is tied to, or -1 for a window that is tied to a PD only
 */
public record WindowHolder(int rkey, int qpNumber) {}
