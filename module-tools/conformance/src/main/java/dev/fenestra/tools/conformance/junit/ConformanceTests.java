package dev.fenestra.tools.conformance.junit;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.fenestra.ib.core.spi.RdmaDriver;
import dev.fenestra.tools.conformance.CaseResult;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.cases.ConformanceCases;
import dev.fenestra.tools.conformance.kit.Conformance;
import dev.fenestra.tools.conformance.kit.ConformanceOptions;
import dev.fenestra.tools.conformance.kit.OracleResult;
import dev.fenestra.tools.conformance.kit.ProviderUnderTest;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The conformance kit as JUnit tests of a provider's own build: a test for each case, and one for the oracle. A case
 * whose capability the device lacks, or which fails by rules that the driver has declared
 * ({@link RdmaDriver#deviations}), is aborted and says so.
 *
 * {@snippet lang = java :
 * class AcmeConformanceTest extends ConformanceTests {
 *     AcmeConformanceTest() {
 *         super(new AcmeDriver());
 *     }
 * }
 * }
 */
@SuppressWarnings("exports") // JUnit's types: subclasses have JUnit anyway
public abstract class ConformanceTests {
    private final RdmaDriver driver;
    private final Conformance kit;

    /**
     * The driver, which may bring its own hardware; else its devices are those of an HCA of hw-sim.
     *
     * @param driver the driver; it may bring hardware of its own, else its devices are HCAs of hw-sim
     */
    protected ConformanceTests(RdmaDriver driver) {
        this(driver, ConformanceOptions.DEFAULT);
    }

    /**
     * Tests a driver with options.
     *
     * @param driver the driver; it may bring hardware of its own, else its devices are HCAs of hw-sim
     * @param options seed and verbs of the oracle
     */
    protected ConformanceTests(RdmaDriver driver, ConformanceOptions options) {
        this.driver = driver;
        kit = ProviderUnderTest.of(driver).kit(options);
    }

    /**
     * A test for each case.
     *
     * @return the tests, grouped as the cases are
     */
    @TestFactory
    public Stream<DynamicNode> shouldKeepTheRules() {
        return ConformanceCases.groups().stream()
                .map(group -> dynamicContainer(
                        group.title(),
                        group.cases().stream().map(one -> dynamicTest(one.toString(), () -> check(one)))));
    }

    /** Random programs beside the model. */
    @Test
    public void shouldDoWhatTheModelPredicts() {
        Optional<OracleResult> result = kit.oracle();
        assertTrue(
                result.flatMap(OracleResult::difference).isEmpty(),
                () -> result.flatMap(OracleResult::difference)
                        .map(OracleResult.Finding::program)
                        .orElse(""));
    }

    private void check(ConformanceCase one) {
        switch (kit.run(one)) {
            case CaseResult.Passed _ -> {}
            case CaseResult.Skipped skipped -> Assumptions.abort(skipped.reason());
            case CaseResult.Deviated deviated -> Assumptions.abort("declared: " + deviated.declared());
            case CaseResult.Failed failed -> throw CaseFailure.of(failed, driver);
        }
    }
}
