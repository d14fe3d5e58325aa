package dev.fenestra.tools.slate;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.fenestra.tools.conformance.CaseResult;
import dev.fenestra.tools.conformance.ConformanceSuite;
import dev.fenestra.tools.conformance.cases.CaseGroup;
import dev.fenestra.tools.conformance.cases.ConformanceCases;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The second vendor's card under all cases of the kit. */
class SlateConformanceTest {
    private final ConformanceSuite suite =
            new ConformanceSuite(seed -> SlateModule.bench().seed(seed).build());

    @TestFactory
    Stream<DynamicNode> shouldAnswerAsTheSpecificationDoes() {
        return ConformanceCases.groups().stream().map(group -> dynamicContainer(group.title(), tests(group)));
    }

    private Stream<DynamicTest> tests(CaseGroup group) {
        return group.cases().stream().map(one -> dynamicTest(one.toString(), () -> check(suite.run(one))));
    }

    private static void check(CaseResult result) {
        switch (result) {
            case CaseResult.Passed _ -> {}
            case CaseResult.Failed failed -> fail("expected " + failed.expected() + ", seen " + failed.seen());
            case CaseResult.Deviated deviated -> fail(deviated.toString());
            case CaseResult.Skipped skipped -> Assumptions.abort(skipped.reason());
        }
    }
}
