package dev.fenestra.tools.conformance;

/** A case saw something else than it expected. */
public final class CaseFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String expected;
    private final String seen;

    CaseFailedException(String what, String expected, String seen) {
        super(what + ": expected " + expected + ", seen " + seen);
        this.expected = what + " " + expected;
        this.seen = seen;
    }

    public String expected() {
        return expected;
    }

    public String seen() {
        return seen;
    }
}
