package dev.fenestra.tools.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.HostConfig;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.conformance.cases.CaseGroup;
import dev.fenestra.tools.conformance.cases.ConformanceCases;
import dev.fenestra.tools.observe.rules.RuleEntry;
import dev.fenestra.tools.observe.rules.RuleTable;
import dev.fenestra.tools.testing.Repeats;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * All cases of the kit on the usual device; on devices with other windows those that are about windows, and some of the
 * others.
 */
class ConformanceTest {
    private static final WindowSupport USUAL = WindowSupport.TYPES_1_AND_2B;
    private static final int BEHIND_AN_IOMMU = 3;
    private static final RuleTable RULES = RuleTable.assemble();
    private static final Set<String> KNOWN =
            RULES.entries().stream().map(RuleEntry::id).collect(Collectors.toSet());

    @TestFactory
    Stream<DynamicNode> shouldAnswerAsTheSpecificationDoes() {
        Stream<DynamicNode> kinds = Arrays.stream(WindowSupport.values())
                .map(windows -> dynamicContainer(windows.toString(), groups(windows)));
        return Stream.concat(kinds, Stream.of(dynamicContainer("behind an IOMMU", behindAnIommu())));
    }

    /** Some of each group: bus addresses are other ones, which is nothing that a case looks at. */
    private static Stream<DynamicNode> behindAnIommu() {
        ConformanceSuite suite = new ConformanceSuite(
                _ -> TestBench.builder().hostConfig(HostConfig::withIommu).build());
        return ConformanceCases.groups().stream()
                .map(group -> dynamicContainer(
                        group.title(), tests(suite, group, _ -> true).limit(BEHIND_AN_IOMMU)));
    }

    private static Stream<DynamicNode> groups(WindowSupport windows) {
        ConformanceSuite suite = new ConformanceSuite(_ ->
                TestBench.builder().hcaConfig(hca -> hca.withWindows(windows)).build());
        Predicate<ConformanceCase> repeated = Repeats.cases();
        Predicate<ConformanceCase> wanted =
                one -> repeated.test(one) || windows == USUAL || isAboutWindowsOf(windows, one.needs());
        return ConformanceCases.groups().stream()
                .map(group -> dynamicContainer(group.title(), tests(suite, group, wanted)));
    }

    private static boolean isAboutWindowsOf(WindowSupport windows, Set<Requirement> needs) {
        return switch (windows) {
            case NONE -> needs.contains(Requirement.NO_WINDOWS);
            case TYPES_1_AND_2A -> needs.contains(Requirement.TYPE_2A);
            case TYPES_1_AND_2B -> needs.contains(Requirement.TYPE_2B);
        };
    }

    private static Stream<DynamicTest> tests(
            ConformanceSuite suite, CaseGroup group, Predicate<ConformanceCase> wanted) {
        return group.cases().stream()
                .filter(wanted)
                .map(one -> dynamicTest(one.toString(), () -> check(suite.run(one))));
    }

    private static void check(CaseResult result) {
        switch (result) {
            case CaseResult.Passed passed -> checkRules(passed);
            case CaseResult.Failed failed -> fail("expected " + failed.expected() + ", seen " + failed.seen());
            case CaseResult.Deviated deviated -> fail(deviated.toString());
            case CaseResult.Skipped skipped -> Assumptions.abort(skipped.reason());
        }
    }

    private static void checkRules(CaseResult.Passed passed) {
        for (Refusal refusal : passed.refusals()) {
            assertEquals(true, KNOWN.contains(refusal.ruleId()), refusal.toString());
        }
        for (CaseResult.VendorError error : passed.vendorErrors()) {
            OptionalInt number = RULES.named(error.rule()).getFirst().vendorError();
            assertEquals(number, OptionalInt.of(error.code()), "vendor_err of " + error.rule());
        }
    }
}
