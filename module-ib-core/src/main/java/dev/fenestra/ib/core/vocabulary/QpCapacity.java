package dev.fenestra.ib.core.vocabulary;

/**
 * Room of a QP's queues ({@code ibv_qp_cap}).
 *
 * @param maxSendWr send work requests outstanding
 * @param maxRecvWr receive work requests outstanding
 * @param maxSendSge elements of a send request
 * @param maxRecvSge elements of a receive request
 * @param maxInlineData bytes of an inline send
 */
public record QpCapacity(int maxSendWr, int maxRecvWr, int maxSendSge, int maxRecvSge, int maxInlineData) {}
