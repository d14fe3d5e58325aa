package dev.fenestra.tools.proof.oracle.model;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which rules hold, and which refused how often. */
public final class RuleBook {
    private static final OracleRule[] RULES = OracleRule.values();

    private final Set<OracleRule> forgotten;
    private final long[] refusals = new long[RULES.length];
    private @Nullable OracleRule last;

    private RuleBook(Set<OracleRule> forgotten) {
        this.forgotten = forgotten;
    }

    /** All rules hold. */
    public static RuleBook complete() {
        return new RuleBook(EnumSet.noneOf(OracleRule.class));
    }

    /** All rules but one hold: a wrong model. */
    public static RuleBook without(OracleRule rule) {
        return new RuleBook(EnumSet.of(rule));
    }

    /** Another book with the same rules, in which nothing is counted yet. */
    public RuleBook fresh() {
        return new RuleBook(forgotten);
    }

    public long refusals(OracleRule rule) {
        return refusals[rule.ordinal()];
    }

    /** Whether the rule refuses, given that its condition is violated or not. */
    boolean refuses(OracleRule rule, boolean isViolated) {
        if (!isViolated || forgotten.contains(rule)) {
            return false;
        }
        refusals[rule.ordinal()]++;
        last = rule;
        return true;
    }

    /** Forgets which rule refused last. */
    void begin() {
        last = null;
    }

    /** The rule that refused last since {@link #begin}. */
    @Nullable
    OracleRule last() {
        return last;
    }
}
