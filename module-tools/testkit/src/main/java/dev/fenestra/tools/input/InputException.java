package dev.fenestra.tools.input;

import java.nio.file.Path;

/**
 * A file or text of the user cannot be used. The message is one sentence without its full stop: the file if there is
 * one, the line and column if there are some, and what was expected.
 */
public final class InputException extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message what is wrong with the input, and what was expected
     */
    public InputException(String message) {
        super(message);
    }

    /** The same, as it is said of a text with lines. */
    static InputException at(int line, int column, String what) {
        return new InputException("line " + line + ", column " + column + ": " + what);
    }

    /** The same, with the file that holds the text. */
    InputException in(Path file) {
        return new InputException(file + ", " + getMessage());
    }
}
