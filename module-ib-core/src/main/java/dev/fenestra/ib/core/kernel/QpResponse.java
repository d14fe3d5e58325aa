package dev.fenestra.ib.core.kernel;

/**
 * The answer of CREATE_QP.
 *
 * @param handle of the QP
 * @param qpNumber 24 bits
 */
public record QpResponse(int handle, int qpNumber) {}
