package dev.fenestra.tools.conformance.kit;

import dev.fenestra.ib.core.spi.Deviation;
import dev.fenestra.tools.conformance.ConformanceCase;
import java.util.List;
import java.util.Optional;

/**
 * The part of the kit to run, and how.
 *
 * @param rule run only the cases that break this rule, or have this id, or, when it is a vendor's own rule, those in
 *     which it refuses; then without the oracle
 * @param seed of the hosts of every case, and of the oracle's first program
 * @param oracleVerbs verbs that the oracle runs; 0 for none
 * @param deviations rules that the provider has declared not to keep
 */
public record ConformanceOptions(Optional<String> rule, long seed, long oracleVerbs, List<Deviation> deviations) {
    /** All cases, seed 1, and 20000 verbs of the oracle. */
    public static final ConformanceOptions DEFAULT = new ConformanceOptions(Optional.empty(), 1, 20_000, List.of());

    /** Copies the list. */
    public ConformanceOptions {
        deviations = List.copyOf(deviations);
    }

    /**
     * Selects the cases of one rule or with one id.
     *
     * @param id id of a rule or of a case
     * @return changed options
     */
    public ConformanceOptions withRule(String id) {
        return new ConformanceOptions(Optional.of(id), seed, oracleVerbs, deviations);
    }

    /**
     * Sets the seed of the hosts and of the oracle.
     *
     * @param newSeed any number
     * @return changed options
     */
    public ConformanceOptions withSeed(long newSeed) {
        return new ConformanceOptions(rule, newSeed, oracleVerbs, deviations);
    }

    /**
     * Sets how many verbs the oracle runs.
     *
     * @param verbs the number; 0 for no oracle
     * @return changed options
     */
    public ConformanceOptions withOracleVerbs(long verbs) {
        return new ConformanceOptions(rule, seed, verbs, deviations);
    }

    /**
     * Sets the declared deviations.
     *
     * @param declared rules that the provider does not keep, or by which it refuses more
     * @return changed options
     */
    public ConformanceOptions withDeviations(List<Deviation> declared) {
        return new ConformanceOptions(rule, seed, oracleVerbs, declared);
    }

    /**
     * Whether a case is selected.
     *
     * @param one the case
     * @return whether it runs
     */
    public boolean selects(ConformanceCase one) {
        return rule.isEmpty()
                || one.id().equalsIgnoreCase(rule.get())
                || one.rules().stream().anyMatch(rule.get()::equalsIgnoreCase);
    }
}
