package dev.fenestra.ib.core.spi;

/** The kernel half's own object behind a memory window. */
public interface DriverMw {
    /** {@return the R_Key it was allocated with; it gives no access before a bind} */
    int rkey();
}
