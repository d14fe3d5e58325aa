package dev.fenestra.tools.input;

import java.io.IOException;

/** A file or folder of the user cannot be written. The message is one sentence without its full stop. */
public final class OutputException extends IOException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message which file cannot be written, and why
     */
    public OutputException(String message) {
        super(message);
    }

    /**
     * Makes an exception.
     *
     * @param message which file cannot be written, and why
     * @param cause what the system said
     */
    public OutputException(String message, IOException cause) {
        super(message, cause);
    }
}
