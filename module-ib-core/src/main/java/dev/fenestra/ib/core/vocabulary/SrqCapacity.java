package dev.fenestra.ib.core.vocabulary;

/**
 * Room of a shared receive queue.
 *
 * @param maxWr receives outstanding
 * @param maxSge pieces of a receive
 */
public record SrqCapacity(int maxWr, int maxSge) {}
