package dev.fenestra.tools.observe.rules;

import java.util.List;
import java.util.ServiceLoader;

/** What a set of tests knows of the rules. ServiceLoader finds that of the conformance kit. */
public interface RuleEvidence {

    /** {@return the cases that break rules, in the order in which they run} A case stands there once for each rule. */
    List<BreakingCase> cases();

    /** {@return rules that the tests themselves enforce} */
    List<RuleEntry> rules();

    /**
     * A case that breaks a rule.
     *
     * @param rule its id
     * @param id of the case
     */
    record BreakingCase(String rule, String id) {}

    /** All evidence on the path of this program. */
    static List<RuleEvidence> onPath() {
        return ServiceLoader.load(RuleEvidence.class, RuleEvidence.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }
}
