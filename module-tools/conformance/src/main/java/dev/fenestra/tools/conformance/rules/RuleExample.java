package dev.fenestra.tools.conformance.rules;

import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.tools.bench.BenchFactory;
import dev.fenestra.tools.conformance.CaseResult;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.ConformanceSuite;
import dev.fenestra.tools.conformance.cases.ConformanceCases;
import dev.fenestra.tools.observe.rules.RuleEntry;
import java.util.List;
import java.util.Optional;

/** Shows an example of a refusal, by running a case that provokes it. */
public final class RuleExample {
    private final BenchFactory hosts;

    /**
     * For these hosts.
     *
     * @param hosts builds the hosts of each case
     */
    public RuleExample(BenchFactory hosts) {
        this.hosts = hosts;
    }

    /**
     * A refusal by a rule, from the first case that the hosts can run.
     *
     * @param entry the rule
     * @return the refusal; none when no case logs one
     */
    public Optional<Refusal> of(RuleEntry entry) {
        List<ConformanceCase> cases = ConformanceCases.all().stream()
                .filter(one -> entry.cases().contains(one.id()))
                .toList();
        ConformanceSuite suite = new ConformanceSuite(hosts);
        return cases.stream()
                .map(suite::run)
                .flatMap(result -> refusals(result).stream())
                .filter(refusal -> refusal.ruleId().equals(entry.id()))
                .findFirst();
    }

    private static List<Refusal> refusals(CaseResult result) {
        return result instanceof CaseResult.Passed passed ? passed.refusals() : List.of();
    }
}
