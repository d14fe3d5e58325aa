package dev.fenestra.ib.core.spi;

/** The kernel half's own object behind a completion queue. */
public interface DriverCq extends EventSource {
    /**
     * {@return the number of entries for the answer to its creation or resize} The default is what was asked for.
     *
     * @param asked entries
     */
    default int made(int asked) {
        return asked;
    }
}
