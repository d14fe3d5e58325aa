package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.SrqCapacity;

/** Another size for an SRQ, during its system call. It completes as the room that there is afterwards. */
public interface PendingSrqResize extends Pending<SrqCapacity> {

    /**
     * {@return what the kernel is to be asked for: what the ring was laid out with, at least what the program asked
     * for}
     */
    SrqCapacity layout();

    /** {@return room that the program will have, no more than what was laid out} */
    default SrqCapacity capacity() {
        return layout();
    }
}
