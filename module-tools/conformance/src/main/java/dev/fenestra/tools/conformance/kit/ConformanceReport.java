package dev.fenestra.tools.conformance.kit;

import dev.fenestra.ib.core.spi.Deviation;
import dev.fenestra.tools.conformance.CaseResult;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The results of the kit for one provider.
 *
 * @param provider its name
 * @param device what its device says of itself, in one line
 * @param seed that everything was run with
 * @param groups results by table, without tables of which nothing was run
 * @param oracle empty when it was not run
 * @param unshown deviations that were declared and did not show, although cases of their rule were run
 */
public record ConformanceReport(
        String provider,
        String device,
        long seed,
        List<GroupResult> groups,
        Optional<OracleResult> oracle,
        List<Deviation> unshown) {

    /** Copies the list. */
    public ConformanceReport {
        groups = List.copyOf(groups);
        unshown = List.copyOf(unshown);
    }

    /** {@return all results, in the order of the cases} */
    public Stream<CaseResult> results() {
        return groups.stream().flatMap(group -> group.results().stream());
    }

    /**
     * How many cases ended in one way.
     *
     * @param kind the way
     * @return the count
     */
    public long count(Class<? extends CaseResult> kind) {
        return results().filter(kind::isInstance).count();
    }

    /**
     * The failures, without those that were declared.
     *
     * @return the failures, in the order of the cases
     */
    public List<CaseResult.Failed> failures() {
        return results()
                .filter(CaseResult.Failed.class::isInstance)
                .map(CaseResult.Failed.class::cast)
                .toList();
    }

    /**
     * The ids of all rules that are at fault by a case or by the oracle, in order. Where no rule of the tables is at
     * fault, it is the id of the case, or {@code ORACLE-} and what the oracle compared.
     *
     * @return the ids; empty only when {@link #isPassed}
     */
    public Set<String> failedRules() {
        Set<String> rules = new TreeSet<>();
        failures().forEach(failed -> rules.addAll(failed.rules()));
        oracle.flatMap(OracleResult::difference).ifPresent(found -> rules.addAll(found.rules()));
        return rules;
    }

    /**
     * Whether neither a case nor the oracle found an undeclared fault.
     *
     * @return whether the provider passed
     */
    public boolean isPassed() {
        return failures().isEmpty() && oracle.flatMap(OracleResult::difference).isEmpty();
    }
}
