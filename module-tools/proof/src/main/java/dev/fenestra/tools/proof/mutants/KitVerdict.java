package dev.fenestra.tools.proof.mutants;

import java.util.List;

/**
 * The verdict of the kit on a defect.
 *
 * @param finding the rule that was named, the case that named it, what that expected and what it saw; empty when none
 *     did
 * @param nanos it took, building the stack included
 */
public record KitVerdict(Defect defect, List<String> finding, long nanos) {

    public KitVerdict {
        finding = List.copyOf(finding);
    }

    /** Whether a case failed and named the rule that the defect breaks. */
    public boolean isKilled() {
        return !finding.isEmpty();
    }

    /** Id of the first case that failed so. */
    public String killer() {
        return isKilled() ? finding.get(1) : "none";
    }
}
