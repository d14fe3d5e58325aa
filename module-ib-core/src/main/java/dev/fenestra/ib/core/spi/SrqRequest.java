package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.SrqCapacity;

/**
 * What the kernel half is asked to create, after ib-core's checks.
 *
 * @param capacity room asked for
 * @param limit one event comes when fewer receives are left; 0 for none
 */
public record SrqRequest(SrqCapacity capacity, int limit) {}
