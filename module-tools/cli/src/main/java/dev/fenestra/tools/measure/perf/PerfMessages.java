package dev.fenestra.tools.measure.perf;

import dev.fenestra.uverbs.request.SendBuilder;

/** Adds messages to a batch. */
interface PerfMessages {
    /**
     * Adds one message.
     *
     * @param qp which of the QPs
     * @param wrId of its last request
     * @param flags of its last request
     */
    void add(SendBuilder builder, int qp, long wrId, int flags);
}
