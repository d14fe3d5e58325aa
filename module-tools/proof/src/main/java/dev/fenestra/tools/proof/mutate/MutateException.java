package dev.fenestra.tools.proof.mutate;

/** A campaign cannot be run. */
public final class MutateException extends Exception {
    private static final long serialVersionUID = 1;

    MutateException(String message) {
        super(message);
    }
}
