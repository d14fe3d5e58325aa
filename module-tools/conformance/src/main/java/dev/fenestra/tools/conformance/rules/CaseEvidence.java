package dev.fenestra.tools.conformance.rules;

import dev.fenestra.tools.conformance.CapabilityRule;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.ConformanceSuite;
import dev.fenestra.tools.conformance.cases.ConformanceCases;
import dev.fenestra.tools.observe.rules.RuleEntry;
import dev.fenestra.tools.observe.rules.RuleEvidence;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** What the cases know of the rules. */
public final class CaseEvidence implements RuleEvidence {

    /** For ServiceLoader. */
    public CaseEvidence() {}

    @Override
    public List<BreakingCase> cases() {
        return ConformanceCases.all().stream()
                .flatMap(one -> one.rules().stream().map(rule -> new BreakingCase(rule, one.id())))
                .toList();
    }

    @Override
    public List<RuleEntry> rules() {
        return Stream.of(CapabilityRule.values()).map(CaseEvidence::entry).toList();
    }

    /** A false announcement shows when a case that needs the capability is refused. */
    private static RuleEntry entry(CapabilityRule rule) {
        List<String> needing = ConformanceCases.all().stream()
                .filter(one -> one.announced() == rule)
                .map(ConformanceCase::id)
                .toList();
        return new RuleEntry(
                rule.id(),
                rule.text(),
                rule.violation(),
                rule.source(),
                "conformance",
                rule.outcome(),
                OptionalInt.empty(),
                List.of(ConformanceSuite.class.getSimpleName()),
                needing,
                List.of());
    }
}
