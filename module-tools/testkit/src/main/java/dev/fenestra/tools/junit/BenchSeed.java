package dev.fenestra.tools.junit;

/** Tells, among the suppressed exceptions of a failure, how to have the same run again. */
final class BenchSeed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BenchSeed(String seed) {
        super(seed, null, false, false);
    }

    @Override
    public String toString() {
        return "on a Fenestra bench: " + getMessage();
    }
}
