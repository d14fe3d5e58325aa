package dev.fenestra.tools.pingpong;

/** A pingpong could not begin, or failed. The message is for the user. */
public final class PingpongException extends Exception {
    private static final long serialVersionUID = 1L;

    PingpongException(String message) {
        super(message);
    }

    PingpongException(String message, Throwable cause) {
        super(message, cause);
    }
}
