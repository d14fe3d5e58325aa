package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.SgeList;
import org.jspecify.annotations.Nullable;

/** The receive queue of a QP, on the data path. */
public interface ReceiveQueue {

    /**
     * Posts a receive of one piece.
     *
     * @return 0 or an errno: ENOMEM when the queue is full, EINVAL in RESET
     */
    int post(long wrId, int lkey, long address, int length);

    /**
     * Posts a receive of several pieces.
     *
     * @return 0 or an errno: ENOMEM when the queue is full, EINVAL in RESET or with more pieces than the queue was made
     *     for
     */
    int post(long wrId, SgeList pieces);

    /** The rule that the last refused post on this queue broke, or null when the provider does not say. */
    default @Nullable Rule refusedBy() {
        return null;
    }
}
