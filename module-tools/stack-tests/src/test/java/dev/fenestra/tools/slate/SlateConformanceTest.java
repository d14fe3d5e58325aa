package dev.fenestra.tools.slate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.fenestra.tools.conformance.CaseResult;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.ConformanceSuite;
import dev.fenestra.tools.conformance.cases.CaseGroup;
import dev.fenestra.tools.conformance.cases.ConformanceCases;
import dev.fenestra.tools.proof.oracle.Failure;
import dev.fenestra.tools.proof.oracle.Oracle;
import dev.fenestra.tools.proof.oracle.program.Scope;
import dev.fenestra.tools.proof.oracle.program.WindowForm;
import dev.fenestra.tools.testing.Repeats;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The second vendor's card under the cases of the kit: in a build, some of each rule. */
class SlateConformanceTest {
    private final ConformanceSuite suite =
            new ConformanceSuite(seed -> SlateModule.bench().seed(seed).build());

    @TestFactory
    Stream<DynamicNode> shouldAnswerAsTheSpecificationDoes() {
        Predicate<ConformanceCase> repeated = Repeats.cases();
        return ConformanceCases.groups().stream().map(group -> dynamicContainer(group.title(), tests(group, repeated)));
    }

    /**
     * Random programs do to the card what they do to the model. In the second a bind of type 1 is too long, and its QP
     * not ready.
     */
    @ParameterizedTest
    @CsvSource({"1, 5000, 20000", "5002007, 5000, 5000"})
    void shouldDoWhatTheModelPredicts(long seed, int usual, int all) {
        Oracle oracle = new Oracle(
                WindowForm.TYPE_2A, number -> SlateModule.bench().seed(number).build(), Scope.PAGING.withoutEvents());

        Optional<Failure> failure = oracle.explore(seed, Repeats.of(usual, all));

        assertEquals(Optional.empty(), failure.map(found -> oracle.toJava(oracle.shrink(found))));
    }

    private Stream<DynamicTest> tests(CaseGroup group, Predicate<ConformanceCase> wanted) {
        return group.cases().stream()
                .filter(wanted)
                .map(one -> dynamicTest(one.toString(), () -> check(suite.run(one))));
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
