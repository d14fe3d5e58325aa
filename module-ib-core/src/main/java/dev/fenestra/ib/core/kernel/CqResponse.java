package dev.fenestra.ib.core.kernel;

/**
 * The answer of CREATE_CQ.
 *
 * @param handle of the CQ
 * @param cqe entries that it was made with
 */
public record CqResponse(int handle, int cqe) {}
