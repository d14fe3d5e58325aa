package dev.fenestra.tools.cards;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.fenestra.ib.core.spi.RdmaDriver;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.conformance.CaseResult;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.cases.CaseGroup;
import dev.fenestra.tools.conformance.cases.ConformanceCases;
import dev.fenestra.tools.conformance.kit.Conformance;
import dev.fenestra.tools.conformance.kit.ConformanceOptions;
import dev.fenestra.tools.testing.Repeats;
import java.util.ServiceLoader;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** The cards of other vendors under the cases of the kit, some of each rule. */
@ParameterizedClass
@ValueSource(strings = "rxe")
class CardConformanceTest {
    private final Conformance kit;

    CardConformanceTest(String provider) {
        RdmaDriver driver = ServiceLoader.load(RdmaDriver.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(one -> one.name().equals(provider))
                .findFirst()
                .orElseThrow();
        kit = Conformance.of(
                provider,
                seed -> TestBench.builder().provider(provider).seed(seed).build(),
                ConformanceOptions.DEFAULT.withDeviations(driver.deviations()));
    }

    @TestFactory
    Stream<DynamicNode> shouldAnswerAsTheSpecificationDoesOrAsItsDriverDeclares() {
        Predicate<ConformanceCase> taken = Repeats.cases();
        return ConformanceCases.groups().stream().map(group -> dynamicContainer(group.title(), tests(group, taken)));
    }

    private Stream<DynamicTest> tests(CaseGroup group, Predicate<ConformanceCase> taken) {
        return group.cases().stream().filter(taken).map(one -> dynamicTest(one.toString(), () -> check(kit.run(one))));
    }

    private static void check(CaseResult result) {
        switch (result) {
            case CaseResult.Passed _, CaseResult.Deviated _ -> {}
            case CaseResult.Failed failed -> fail("expected " + failed.expected() + ", seen " + failed.seen());
            case CaseResult.Skipped skipped -> Assumptions.abort(skipped.reason());
        }
    }
}
