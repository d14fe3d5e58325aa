package dev.fenestra.tools.conformance;

import java.util.Map;
import java.util.Set;

/**
 * Rules that one request or call breaks together. The specification does not say which of them is checked first, so a
 * refusal may name either.
 */
final class BrokenTogether {
    /**
     * A type-2 window that is bound to nothing, or that is of another PD, is not bound through the QP either. What the
     * kernel refuses because of the ledger, the device refuses where it does not move the ledger.
     */
    private static final Map<String, Set<String>> ALSO = Map.of(
            "A2", Set.of("A3"),
            "A4", Set.of("A3"),
            "LIFE-3", Set.of("D1"),
            "LIFE-4", Set.of("D2"),
            "LIFE-5", Set.of("D4"),
            "RRG-3", Set.of("D3"),
            "D3", Set.of("D1"));

    private BrokenTogether() {}

    /** Whether a device that named these rules was right, where the case names others. */
    static boolean isLegal(Set<String> wanted, Set<String> seen) {
        return seen.equals(wanted)
                || seen.size() == wanted.size()
                        && seen.stream().allMatch(rule -> wanted.contains(rule) || covers(wanted, rule));
    }

    private static boolean covers(Set<String> wanted, String rule) {
        return wanted.stream().anyMatch(one -> ALSO.getOrDefault(one, Set.of()).contains(rule));
    }
}
