package dev.fenestra.ib.core.kernel;

/**
 * Answer to {@code query_mr}.
 *
 * @param keys of the region
 * @param length bytes that it covers; 0 for a fast-register region, which REG_MR requests size
 * @param iova by which requests name its first byte
 */
public record MrQueryResponse(MrResponse keys, long length, long iova) {}
