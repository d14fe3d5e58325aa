package dev.fenestra.tools.demo;

/** An act failed in a way that leaves nothing for the next ones to build on; it has been told already. */
final class StoppedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StoppedException(RuntimeException cause) {
        super(cause);
    }
}
