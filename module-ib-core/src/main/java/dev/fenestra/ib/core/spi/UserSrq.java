package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.SrqCapacity;

/** The user half of a shared receive queue. It takes posts in every state of its QPs. */
public interface UserSrq extends ReceiveQueue {

    /** {@return room as laid out, at least what was asked; another one after a resize} */
    SrqCapacity capacity();

    /**
     * Lays out another ring. Other threads that post wait until it is completed or discarded. Posted receives stay, in
     * their order. By default nothing is laid out, and the kernel half decides.
     *
     * @param maxWr receives asked for, at least 1
     * @return the next ring
     */
    default PendingSrqResize prepareResize(int maxWr) {
        return new SameSrq(new SrqCapacity(maxWr, capacity().maxSge()));
    }

    /** Gives the queue's memory back after the kernel destroyed it. */
    void destroyed();
}
