package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.SgeList;
import org.jspecify.annotations.Nullable;

/** The receive queue of a QP, on the data path. */
public interface ReceiveQueue {

    /**
     * Posts a receive of one piece.
     *
     * @param wrId the number that the completion of the request carries
     * @param lkey the L_Key of the memory
     * @param address as requests name the first byte
     * @param length bytes
     * @return 0 or an errno: ENOMEM when the queue is full, EINVAL in RESET
     */
    int post(long wrId, int lkey, long address, int length);

    /**
     * Posts a receive of several pieces.
     *
     * @param wrId the number that the completion of the request carries
     * @param pieces where the data is scattered, in order
     * @return 0 or an errno: ENOMEM when the queue is full, EINVAL in RESET or with more pieces than the queue was made
     *     for
     */
    int post(long wrId, SgeList pieces);

    /** {@return the rule that the last refused post on this queue broke, or null when the provider does not say} */
    default @Nullable Rule refusedBy() {
        return null;
    }
}
