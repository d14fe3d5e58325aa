package dev.fenestra.tools.conformance;

import dev.fenestra.ib.core.spi.Deviation;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.SortedSets;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The result of a case. */
public sealed interface CaseResult {

    /** {@return the case} */
    ConformanceCase of();

    /**
     * The same result of a case by another name.
     *
     * @param alias the case of that name
     * @return the result
     */
    default CaseResult as(ConformanceCase alias) {
        return switch (this) {
            case Passed it -> new Passed(alias, it.answers, it.refusals, it.vendorErrors);
            case Failed it -> it.renamed(alias);
            case Deviated it -> new Deviated(it.failed.renamed(alias), it.declared);
            case Skipped it -> new Skipped(alias, it.reason);
        };
    }

    /**
     * Everything was as expected.
     *
     * @param of the case
     * @param answers what the stack answered, step by step
     * @param refusals all refusals of the case, of both sides
     * @param vendorErrors the device's own numbers of the rules that a completion named
     */
    record Passed(ConformanceCase of, List<String> answers, List<Refusal> refusals, List<VendorError> vendorErrors)
            implements CaseResult {

        /** Copies the lists. */
        public Passed {
            answers = List.copyOf(answers);
            refusals = List.copyOf(refusals);
            vendorErrors = List.copyOf(vendorErrors);
        }
    }

    /**
     * Something was not as expected.
     *
     * @param of the case
     * @param rules ids of the rules at fault: those that should have refused the step and did not; or else those that
     *     refused a step which should have worked; or else those of the case; or, for a case without rules, the id of
     *     the case
     * @param expected what should have happened
     * @param seen what happened
     * @param refusedBy ids of rules that refused a step in place of those at fault
     * @param thrown the exception that ended the case, which is a defect of the provider or of the case; empty when
     *     there was none
     */
    record Failed(
            ConformanceCase of,
            Set<String> rules,
            String expected,
            String seen,
            Set<String> refusedBy,
            Optional<Throwable> thrown)
            implements CaseResult {

        /** Copies the sets, in their order. */
        public Failed {
            rules = SortedSets.copyOf(rules);
            refusedBy = SortedSets.copyOf(refusedBy);
        }

        /**
         * A failure without an exception.
         *
         * @param of the case
         * @param rules ids of the rules at fault
         * @param expected what should have happened
         * @param seen what happened
         * @param refusedBy ids of rules that refused a step in place of those at fault
         */
        public Failed(ConformanceCase of, Set<String> rules, String expected, String seen, Set<String> refusedBy) {
            this(of, rules, expected, seen, refusedBy, Optional.empty());
        }

        /**
         * A failure in which no other rule refused.
         *
         * @param of the case
         * @param rules ids of the rules at fault
         * @param expected what should have happened
         * @param seen what happened
         */
        public Failed(ConformanceCase of, Set<String> rules, String expected, String seen) {
            this(of, rules, expected, seen, Set.of());
        }

        private Failed renamed(ConformanceCase alias) {
            return new Failed(alias, rules, expected, seen, refusedBy, thrown);
        }
    }

    /**
     * The case failed, and the provider has declared why: it does not keep any of the rules at fault, or it refuses
     * more, by the rules that refused in their place.
     *
     * @param failed the failure
     * @param declared the deviations that explain it
     */
    record Deviated(Failed failed, List<Deviation> declared) implements CaseResult {

        /** Copies the list. */
        public Deviated {
            declared = List.copyOf(declared);
        }

        @Override
        public ConformanceCase of() {
            return failed.of();
        }
    }

    /**
     * The device lacks what the case needs.
     *
     * @param of the case
     * @param reason what the device lacks
     */
    record Skipped(ConformanceCase of, String reason) implements CaseResult {}

    /**
     * The number by which a completion named a rule.
     *
     * @param rule id of the rule
     * @param code the number in the completion
     */
    record VendorError(String rule, int code) {}
}
