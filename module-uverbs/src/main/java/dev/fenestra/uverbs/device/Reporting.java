package dev.fenestra.uverbs.device;

import dev.fenestra.uverbs.VerbsObject;

/** A QP, as somebody sees it who waits for its completions. */
public interface Reporting {

    /** {@return the QP number, 24 bits} */
    int number();

    /**
     * {@return whether its completions, or their events, arrive there}
     *
     * @param queue a CQ, or a channel
     */
    boolean reportsTo(VerbsObject queue);

    /** {@return requests that were posted, and of which no completion has told that they are done} */
    int unfinished();
}
