package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.vocabulary.MrType;

/**
 * The answer of REG_MR.
 *
 * @param handle of the region
 * @param lkey local key
 * @param rkey remote key
 * @param type what the region is made of
 */
public record MrResponse(int handle, int lkey, int rkey, MrType type) {}
