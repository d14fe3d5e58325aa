package dev.fenestra.tools.conformance.kit;

import dev.fenestra.ib.core.spi.Deviation;
import dev.fenestra.tools.conformance.CaseResult;
import java.util.List;

/** Sets what was declared apart from what went wrong. */
final class Deviations {
    private Deviations() {}

    /** A failure becomes a declared one when every rule at fault was declared; all else stays as it is. */
    static CaseResult apply(CaseResult result, List<Deviation> declared) {
        if (!(result instanceof CaseResult.Failed failed)) {
            return result;
        }
        List<Deviation> excuses = declared.stream()
                .filter(deviation -> failed.rules().contains(deviation.ruleId()))
                .toList();
        boolean isExcused = failed.rules().stream()
                .allMatch(rule -> excuses.stream()
                        .anyMatch(deviation -> deviation.ruleId().equals(rule)));
        return isExcused ? new CaseResult.Deviated(failed, excuses) : failed;
    }
}
