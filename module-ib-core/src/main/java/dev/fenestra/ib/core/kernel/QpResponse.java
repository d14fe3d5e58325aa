package dev.fenestra.ib.core.kernel;

/**
 * What CREATE_QP answers.
 *
 * @param handle of the QP
 * @param qpNumber 24 bits
 */
public record QpResponse(int handle, int qpNumber) {}
