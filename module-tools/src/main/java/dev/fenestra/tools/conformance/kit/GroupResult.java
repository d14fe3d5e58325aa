package dev.fenestra.tools.conformance.kit;

import dev.fenestra.tools.conformance.CaseResult;
import java.util.List;

/** What became of the cases of one table. */
public record GroupResult(String title, List<CaseResult> results) {

    public GroupResult {
        results = List.copyOf(results);
    }

    /** How many ended this way. */
    public long count(Class<? extends CaseResult> kind) {
        return results.stream().filter(kind::isInstance).count();
    }
}
