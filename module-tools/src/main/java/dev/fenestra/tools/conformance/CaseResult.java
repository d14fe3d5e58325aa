package dev.fenestra.tools.conformance;

import dev.fenestra.ib.core.spi.Refusal;
import java.util.List;

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

    /** Something was not as expected. */
    record Failed(ConformanceCase of, String expected, String seen) implements CaseResult {}

    /** The device lacks what the case needs. */
    record Skipped(ConformanceCase of, String reason) implements CaseResult {}

    /** The number by which a completion named a rule. */
    record VendorError(String rule, int code) {}
}
