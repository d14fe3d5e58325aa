package dev.fenestra.tools.proof.mutate;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * How many defects of a package had which outcome.
 *
 * @param name of the package
 * @param counts by outcome, each of them
 */
public record Figures(String name, Map<DefectOutcome, Integer> counts) {
    private static final int PERCENT = 100;

    static Figures of(String name, List<DefectVerdict> verdicts) {
        Map<DefectOutcome, Integer> counts = new EnumMap<>(DefectOutcome.class);
        for (DefectOutcome outcome : DefectOutcome.values()) {
            counts.put(outcome, 0);
        }
        verdicts.forEach(one -> counts.merge(one.outcome(), 1, Integer::sum));
        return new Figures(name, counts);
    }

    /** How many defects had an outcome. */
    public int count(DefectOutcome outcome) {
        return counts.getOrDefault(outcome, 0);
    }

    /** How many defects there were, without those whose class the JVM did not take. */
    public int defects() {
        return counts.values().stream().mapToInt(Integer::intValue).sum() - count(DefectOutcome.INVALID);
    }

    /** How many were noticed. */
    public int noticed() {
        return counts.entrySet().stream()
                .filter(entry -> entry.getKey().isNoticed())
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    /** The noticed defects in percent, rounded down; 100 when there was none. */
    public int percent() {
        return defects() == 0 ? PERCENT : PERCENT * noticed() / defects();
    }
}
