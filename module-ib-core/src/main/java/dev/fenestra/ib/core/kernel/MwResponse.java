package dev.fenestra.ib.core.kernel;

/**
 * The answer of ALLOC_MW.
 *
 * @param handle of the window
 * @param rkey its key, which gives no access before a bind
 */
public record MwResponse(int handle, int rkey) {}
