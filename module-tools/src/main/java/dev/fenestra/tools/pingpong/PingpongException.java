package dev.fenestra.tools.pingpong;

/** A pingpong that could not begin, or did not end well; the message is for its user. */
public final class PingpongException extends Exception {
    private static final long serialVersionUID = 1L;

    PingpongException(String message) {
        super(message);
    }

    PingpongException(String message, Throwable cause) {
        super(message, cause);
    }
}
