package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.SrqCapacity;

/** The kernel half's own object behind a shared receive queue. */
public interface DriverSrq extends EventSource {
    /** {@return the SRQ number, 24 bits} */
    int number();

    /**
     * {@return what it was made with, for the answer to its creation} The default is what was asked for.
     *
     * @param asked when the SRQ was created
     */
    default SrqCapacity made(SrqCapacity asked) {
        return asked;
    }
}
