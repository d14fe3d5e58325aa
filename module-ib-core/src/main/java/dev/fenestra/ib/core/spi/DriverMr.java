package dev.fenestra.ib.core.spi;

/** The kernel half's own object behind a memory region. */
public interface DriverMr {
    /** {@return the key by which requests of this host name it} */
    int lkey();

    /** {@return the key by which requests of peers name it} */
    int rkey();
}
