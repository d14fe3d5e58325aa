package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.SrqCapacity;

/** The user half of a shared receive queue: receives are posted to it in any state of the QPs that take them. */
public interface UserSrq extends ReceiveQueue {

    /** Room as laid out, at least what was asked. */
    SrqCapacity capacity();

    /** Gives the queue's memory back after the kernel destroyed it. */
    void destroyed();
}
