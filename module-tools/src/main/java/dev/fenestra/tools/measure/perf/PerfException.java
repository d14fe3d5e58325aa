package dev.fenestra.tools.measure.perf;

/** A measurement that cannot be done, or came to nothing: the message says why, without a full stop. */
public final class PerfException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Says why. */
    public PerfException(String message) {
        super(message);
    }

    PerfException(String message, Throwable cause) {
        super(message, cause);
    }
}
