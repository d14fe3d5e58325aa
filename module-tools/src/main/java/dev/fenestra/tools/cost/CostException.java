package dev.fenestra.tools.cost;

/** A file of costs that cannot be used: the message says why, without a full stop. */
public final class CostException extends Exception {
    private static final long serialVersionUID = 1L;

    CostException(String message) {
        super(message);
    }

    CostException(String message, Throwable cause) {
        super(message, cause);
    }
}
