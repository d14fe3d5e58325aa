package dev.fenestra.tools.proof.campaign;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The result of one item. It is the same whenever and wherever the item runs.
 *
 * @param counts of what was run, by name, such as "verbs"
 * @param findings in the order in which they were found
 */
public record ItemResult(Map<String, Long> counts, List<Finding> findings) {

    /** Copies both. */
    public ItemResult {
        counts = Collections.unmodifiableMap(new TreeMap<>(counts));
        findings = List.copyOf(findings);
    }
}
