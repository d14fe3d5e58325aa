package dev.fenestra.tools.observe.rules;

import java.util.List;
import java.util.OptionalInt;

/**
 * A line of the rule table.
 *
 * @param text what must hold
 * @param violation what is the case when it does not hold, in the words of refusals
 * @param layer the layer that enforces it, in the words of refusals: {@code uverbs}, {@code ib-core}, {@code driver} or
 *     {@code hw-sim}; or
 *     {@code conformance}
 * @param outcome what a violation leads to
 * @param vendorError the device's number for it, {@code vendor_err} of a work completion
 * @param enforcedBy classes that name it when they refuse
 * @param cases conformance cases that break it
 * @param tests test classes that break it below the user API
 */
public record RuleEntry(
        String id,
        String text,
        String violation,
        String source,
        String layer,
        String outcome,
        OptionalInt vendorError,
        List<String> enforcedBy,
        List<String> cases,
        List<String> tests) {

    public RuleEntry {
        enforcedBy = List.copyOf(enforcedBy);
        cases = List.copyOf(cases);
        tests = List.copyOf(tests);
    }

    public boolean isTested() {
        return !cases.isEmpty() || !tests.isEmpty();
    }
}
