package dev.fenestra.tools.conformance;

import dev.fenestra.ib.core.spi.Deviation;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.SortedSets;
import java.util.List;
import java.util.Set;

/** What became of a case. */
public sealed interface CaseResult {

    ConformanceCase of();

    /**
     * All was as expected.
     *
     * @param answers what the stack said, step by step
     * @param refusals everything that was refused on the way, by whichever side
     * @param vendorErrors the device's own numbers for the rules that a completion named
     */
    record Passed(ConformanceCase of, List<String> answers, List<Refusal> refusals, List<VendorError> vendorErrors)
            implements CaseResult {

        public Passed {
            answers = List.copyOf(answers);
            refusals = List.copyOf(refusals);
            vendorErrors = List.copyOf(vendorErrors);
        }
    }

    /**
     * Something was not as expected.
     *
     * @param rules ids of the rules at fault: those that should have refused the step and did not; or else those that
     *     refused
     *     a step which should have worked; or else those of the case; or, for a case without rules, the id of the case
     * @param refusedBy ids of rules that refused a step in place of those at fault
     */
    record Failed(ConformanceCase of, Set<String> rules, String expected, String seen, Set<String> refusedBy)
            implements CaseResult {

        public Failed {
            rules = SortedSets.copyOf(rules);
            refusedBy = SortedSets.copyOf(refusedBy);
        }

        /** A failure in which no other rule refused than should have. */
        public Failed(ConformanceCase of, Set<String> rules, String expected, String seen) {
            this(of, rules, expected, seen, Set.of());
        }
    }

    /**
     * It failed, and the provider has declared that it does not keep any of the rules at fault, or that it refuses more
     * than they do, by the rules that refused in their place.
     */
    record Deviated(Failed failed, List<Deviation> declared) implements CaseResult {

        public Deviated {
            declared = List.copyOf(declared);
        }

        @Override
        public ConformanceCase of() {
            return failed.of();
        }
    }

    /** The device lacks what the case needs. */
    record Skipped(ConformanceCase of, String reason) implements CaseResult {}

    /** The number by which a completion named a rule. */
    record VendorError(String rule, int code) {}
}
