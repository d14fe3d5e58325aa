package dev.fenestra.tools.proof.mutants;

/** A patch does not fit the class it is made for: the class has changed, and the defect must change with it. */
public final class PatchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PatchException(String message) {
        super(message);
    }
}
