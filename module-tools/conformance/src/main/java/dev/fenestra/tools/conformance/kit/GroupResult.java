package dev.fenestra.tools.conformance.kit;

import dev.fenestra.tools.conformance.CaseResult;
import java.util.List;

/**
 * The results of the cases of one group.
 *
 * @param title title of the group
 * @param results in the order of the cases
 */
public record GroupResult(String title, List<CaseResult> results) {

    /** Copies the list. */
    public GroupResult {
        results = List.copyOf(results);
    }

    /**
     * How many cases of the group ended in one way.
     *
     * @param kind the way
     * @return the count
     */
    public long count(Class<? extends CaseResult> kind) {
        return results.stream().filter(kind::isInstance).count();
    }
}
