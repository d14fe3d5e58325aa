package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import org.jspecify.annotations.Nullable;

/** The user half of a completion queue. */
public interface UserCq {

    /** {@return completions it can hold, at least what was asked} */
    int capacity();

    /**
     * Takes completions off the queue until the block is full or the queue is empty. Allocates nothing.
     *
     * @param into where the completions go; filled up to its capacity
     * @return 0, or a negative number when the queue is broken
     */
    int poll(Completions into);

    /**
     * Asks for one event, at the next completion or at the next that is solicited or has failed. A request for any
     * completion holds until its event, even when a request for solicited completions follows (IBA C11-31, C11-32).
     * Makes no system call and allocates nothing.
     *
     * @param solicitedOnly whether only solicited and failed completions count
     * @return 0 or EOPNOTSUPP
     */
    default int arm(boolean solicitedOnly) {
        return Errno.EOPNOTSUPP.code();
    }

    /** The process has taken an event of this queue. */
    default void eventTaken() {}

    /**
     * Lays out another ring. No other thread can poll the queue until the ring is completed or discarded. Completing it
     * moves the entries that are not consumed.
     *
     * @param cqe completions asked for, at least 1
     * @return the next ring
     */
    default Pending<UserCq> prepareResize(int cqe) {
        throw new VerbsException(SpiRule.UNSUPPORTED, "the provider has no resize_cq");
    }

    /** {@return the cursor to poll field by field, always the same object; null when the provider has none} */
    default @Nullable CqCursor cursor() {
        return null;
    }

    /** Gives the queue's memory back after the kernel destroyed it. */
    void destroyed();
}
