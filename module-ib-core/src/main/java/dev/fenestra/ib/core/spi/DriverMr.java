package dev.fenestra.ib.core.spi;

/** The kernel half's own object behind a memory region. */
public interface DriverMr {
    int lkey();

    int rkey();
}
