package dev.fenestra.tools.conformance.kit;

import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.tools.conformance.CaseResult;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Which rules took part in a case, a vendor's own among them. */
final class Participants {
    private Participants() {}

    /** Ids of the rules that refused something, or are at fault. */
    static Set<String> of(CaseResult result) {
        return switch (result) {
            case CaseResult.Passed passed ->
                passed.refusals().stream().map(Refusal::ruleId).collect(Collectors.toCollection(TreeSet::new));
            case CaseResult.Failed failed -> union(failed);
            case CaseResult.Deviated deviated -> union(deviated.failed());
            case CaseResult.Skipped _ -> Set.of();
        };
    }

    private static Set<String> union(CaseResult.Failed failed) {
        Set<String> rules = new TreeSet<>(failed.rules());
        rules.addAll(failed.refusedBy());
        return rules;
    }
}
