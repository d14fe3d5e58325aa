package dev.fenestra.tools.faults;

/** A text that is no plan; the message says what is wrong and where. */
public final class FaultPlanException extends Exception {
    private static final long serialVersionUID = 1L;

    FaultPlanException(String message) {
        super(message);
    }

    FaultPlanException(String message, Throwable cause) {
        super(message, cause);
    }
}
