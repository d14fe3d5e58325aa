package dev.fenestra.tools.observe.snapshot;

/** A snapshot is not available. The message is the reason, a sentence without its full stop. */
public final class SnapshotException extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message what is wrong with the snapshot, or with the program that should give it
     */
    public SnapshotException(String message) {
        super(message);
    }

    SnapshotException(String message, Throwable cause) {
        super(message, cause);
    }
}
