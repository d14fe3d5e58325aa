package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.Completions;

/** The user half of a completion queue. */
public interface UserCq {

    /** Completions it can hold, at least what was asked. */
    int capacity();

    /**
     * Takes completions off the queue until the block is full or the queue is empty. Allocates nothing.
     *
     * @return 0, or a negative number when the queue is broken
     */
    int poll(Completions into);

    /** Gives the queue's memory back after the kernel destroyed it. */
    void destroyed();
}
