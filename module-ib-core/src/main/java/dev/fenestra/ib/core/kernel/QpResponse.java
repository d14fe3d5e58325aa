package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.vocabulary.QpCapacity;

/**
 * The answer of CREATE_QP.
 *
 * @param handle of the QP
 * @param qpNumber 24 bits
 * @param capacity that its queues were made with
 */
public record QpResponse(int handle, int qpNumber, QpCapacity capacity) {}
