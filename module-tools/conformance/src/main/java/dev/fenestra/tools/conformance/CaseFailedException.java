package dev.fenestra.tools.conformance;

import dev.fenestra.ib.core.vocabulary.SortedSets;
import java.util.Set;

/** A case saw something else than it expected. */
public final class CaseFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String expected;
    private final String seen;
    private final transient Set<String> refusedBy;

    CaseFailedException(String what, String expected, String seen) {
        this(what, expected, seen, Set.of());
    }

    /** Other rules refused than those that had to. */
    CaseFailedException(String what, Set<String> rules, Set<String> seen) {
        this(what, rules.toString(), seen.toString(), seen);
    }

    private CaseFailedException(String what, String expected, String seen, Set<String> refusedBy) {
        super(what + ": expected " + expected + ", seen " + seen);
        this.expected = what + " " + expected;
        this.seen = seen;
        this.refusedBy = SortedSets.copyOf(refusedBy);
    }

    /**
     * Ids of the rules that refused in place of those that had to; empty when nothing did, or something else is wrong.
     */
    Set<String> refusedBy() {
        return refusedBy;
    }

    /** {@return what should have happened} */
    public String expected() {
        return expected;
    }

    /** {@return what happened} */
    public String seen() {
        return seen;
    }
}
