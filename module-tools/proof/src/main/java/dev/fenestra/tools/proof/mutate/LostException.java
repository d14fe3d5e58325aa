package dev.fenestra.tools.proof.mutate;

/** A worker has ended, or was ended, while it ran something. */
final class LostException extends Exception {
    private static final long serialVersionUID = 1;

    private final String during;
    private final boolean isLate;
    private final int begun;

    /**
     * @param during what it ran
     * @param isLate whether it was ended because it took too long
     * @param begun how many cases it had begun
     */
    LostException(String during, boolean isLate, int begun) {
        super("the worker was lost in " + during);
        this.during = during;
        this.isLate = isLate;
        this.begun = begun;
    }

    String during() {
        return during;
    }

    boolean isLate() {
        return isLate;
    }

    int begun() {
        return begun;
    }
}
