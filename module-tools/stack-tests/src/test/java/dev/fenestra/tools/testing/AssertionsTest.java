package dev.fenestra.tools.testing;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.lang.ArchRule;
import java.lang.annotation.Annotation;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No test passes for nothing, in any of the five modules. */
class AssertionsTest {
    private static final Set<Class<? extends Annotation>> TESTS =
            Set.of(Test.class, ParameterizedTest.class, RepeatedTest.class, TestFactory.class);

    /** The names of classes that Surefire runs. Fixtures that other tests run have other names. */
    private static final String RUN = ".*(Test|IT)(\\$.*)?";

    private static ArchRule rule(String classNames) {
        return methods()
                .that(describe("are tests of " + classNames, (JavaMethod method) -> isTestOf(method, classNames)))
                .should(new ReachesAnAssertion(TestClasses.ALL));
    }

    private static boolean isTestOf(JavaMethod method, String classNames) {
        return TESTS.stream().anyMatch(method::isAnnotatedWith)
                && method.getOwner().getName().matches(classNames);
    }

    @Test
    void shouldReachAnAssertionInEachTest() {
        rule(RUN).check(TestClasses.ALL);
    }

    @Test
    void shouldFindTestsThatAssertNothingAndNoOthers() {
        String fixture = AssertsNothing.class.getName();

        List<String> found = rule(fixture).evaluate(TestClasses.ALL).getFailureReport().getDetails().stream()
                .sorted()
                .toList();

        assertEquals(
                List.of(fixture + ".actsOnly() asserts nothing", fixture + ".looksAtNothing(int) asserts nothing"),
                found);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"dev.fenestra.ib.core", "dev.fenestra.hw.sim", "dev.fenestra.uverbs", "dev.fenestra.vendor"})
    void shouldLookAtTheTestsOfEachModule(String module) {
        assertTrue(
                TestClasses.ALL.stream()
                        .filter(it -> it.getName().startsWith(module + "."))
                        .anyMatch(it -> it.getMethods().stream().anyMatch(method -> isTestOf(method, RUN))),
                "no test of " + module);
    }
}
