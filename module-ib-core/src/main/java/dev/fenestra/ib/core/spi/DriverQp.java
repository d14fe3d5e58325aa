package dev.fenestra.ib.core.spi;

/** The kernel half's own object behind a QP. */
public interface DriverQp extends EventSource {
    /** {@return the QP number, 24 bits} */
    int number();
}
