package dev.fenestra.tools.conformance.kit;

import dev.fenestra.ib.core.spi.Deviation;
import dev.fenestra.tools.conformance.CaseResult;
import java.util.List;
import java.util.Set;

/** Separates declared deviations from failures. */
final class Deviations {
    private Deviations() {}

    /**
     * A failure becomes a declared one when every rule at fault was declared, or every rule that refused in their
     * place: a device may refuse more than it must. All else stays as it is.
     */
    static CaseResult apply(CaseResult result, List<Deviation> declared) {
        if (!(result instanceof CaseResult.Failed failed)) {
            return result;
        }
        List<String> ids = declared.stream().map(Deviation::ruleId).toList();
        boolean isStricter = !failed.refusedBy().isEmpty() && ids.containsAll(failed.refusedBy());
        if (!isStricter && !ids.containsAll(failed.rules())) {
            return failed;
        }
        Set<String> shown = isStricter ? failed.refusedBy() : failed.rules();
        return new CaseResult.Deviated(
                failed,
                declared.stream()
                        .filter(deviation -> shown.contains(deviation.ruleId()))
                        .toList());
    }
}
