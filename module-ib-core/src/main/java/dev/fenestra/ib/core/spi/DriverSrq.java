package dev.fenestra.ib.core.spi;

/** The kernel half's own object behind a shared receive queue. */
public interface DriverSrq extends EventSource {
    /** {@return the SRQ number, 24 bits} */
    int number();
}
