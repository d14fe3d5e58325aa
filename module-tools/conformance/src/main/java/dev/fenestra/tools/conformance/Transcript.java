package dev.fenestra.tools.conformance;

import dev.fenestra.tools.conformance.CaseResult.VendorError;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What a case asked and was answered. */
final class Transcript {
    private final List<String> answers = new ArrayList<>();
    private final Set<String> broken = new TreeSet<>();
    private final List<VendorError> vendorErrors = new ArrayList<>();
    private Set<String> demanded = Set.of();

    void answer(String what, Object seen) {
        answers.add(what + " " + seen);
    }

    void broke(String rule) {
        broken.add(rule);
    }

    /** A step begins that these rules must refuse. */
    void demand(Set<String> rules) {
        demanded = rules;
    }

    /** The step was refused as it must be. */
    void obeyed() {
        demanded.forEach(this::broke);
        demanded = Set.of();
    }

    /** The rules that must refuse the step that is under way; none when it must succeed. */
    Set<String> demanded() {
        return demanded;
    }

    void vendorError(String rule, int code) {
        vendorErrors.add(new VendorError(rule, code));
    }

    List<String> answers() {
        return answers;
    }

    Set<String> brokenRules() {
        return broken;
    }

    List<VendorError> vendorErrors() {
        return vendorErrors;
    }
}
