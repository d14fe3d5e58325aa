package dev.fenestra.tools.measure.perf;

/** A measurement is impossible or failed. The message says why, without a full stop. */
public final class PerfException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes an exception. */
    public PerfException(String message) {
        super(message);
    }

    PerfException(String message, Throwable cause) {
        super(message, cause);
    }
}
