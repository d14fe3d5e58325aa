package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.SrqCapacity;

/** A shared receive queue during its system call. {@link #complete} gets the number of the SRQ. */
public interface PendingSrq extends Pending<UserSrq> {

    /**
     * {@return what the kernel is to be asked for: what the queue was laid out with, at least what the program asked
     * for}
     */
    SrqCapacity layout();

    /** {@return room that the program will have: that of {@link UserSrq#capacity()}, no more than what was laid out} */
    default SrqCapacity capacity() {
        return layout();
    }
}
