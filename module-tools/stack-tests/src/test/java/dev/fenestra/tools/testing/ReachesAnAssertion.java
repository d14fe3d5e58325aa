package dev.fenestra.tools.testing;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Whether a test can fail by what it looks at: it calls an assertion, itself or through the methods of test classes
 * that it calls. A lambda belongs to the method that it stands in. What product code throws is no assertion.
 */
final class ReachesAnAssertion extends ArchCondition<JavaMethod> {
    private static final String JUNIT = "org.junit.jupiter.api.Assertions";
    private static final Set<String> MOCKITO = Set.of("org.mockito.Mockito", "org.mockito.InOrder");
    private static final Set<String> ERRORS = Set.of("java.lang.AssertionError", "org.opentest4j.AssertionFailedError");
    private static final String ARCH_UNIT = "com.tngtech.archunit.lang.";

    /** Outside of these classes a call is not followed. */
    private final Set<JavaClass> tests;

    /**
     * @param tests the classes of the tests, and of what helps them
     */
    ReachesAnAssertion(Iterable<JavaClass> tests) {
        super("reach an assertion");
        this.tests = new HashSet<>();
        tests.forEach(this.tests::add);
    }

    @Override
    public void check(JavaMethod test, ConditionEvents events) {
        events.add(new SimpleConditionEvent(test, reaches(test), test.getFullName() + " asserts nothing"));
    }

    private boolean reaches(JavaCodeUnit test) {
        Set<JavaCodeUnit> seen = new HashSet<>(Set.of(test));
        Deque<JavaCodeUnit> open = new ArrayDeque<>(seen);
        while (!open.isEmpty()) {
            for (CodeUnitAccessTarget called : calledBy(open.remove()).toList()) {
                if (isAssertion(called)) {
                    return true;
                }
                whatRuns(called).filter(seen::add).forEach(open::add);
            }
        }
        return false;
    }

    private static Stream<CodeUnitAccessTarget> calledBy(JavaCodeUnit unit) {
        return Stream.concat(
                unit.getCallsFromSelf().stream().map(call -> call.getTarget()),
                Stream.concat(
                                unit.getMethodReferencesFromSelf().stream(),
                                unit.getConstructorReferencesFromSelf().stream())
                        .map(reference -> reference.getTarget()));
    }

    private static boolean isAssertion(CodeUnitAccessTarget called) {
        String owner = called.getOwner().getName();
        return switch (called.getName()) {
            case "verify", "verifyNoInteractions", "verifyNoMoreInteractions" -> MOCKITO.contains(owner);
            case "check" -> owner.startsWith(ARCH_UNIT);
            case "<init>" -> ERRORS.contains(owner);
            default -> owner.equals(JUNIT);
        };
    }

    /** The method itself, and those that override it. */
    private Stream<JavaCodeUnit> whatRuns(CodeUnitAccessTarget called) {
        Stream<JavaCodeUnit> itself = called.resolveMember().stream().map(JavaCodeUnit.class::cast);
        Stream<JavaCodeUnit> overriding = called.getOwner().getAllSubclasses().stream()
                .flatMap(heir -> heir.getMethods().stream())
                .filter(method -> method.getName().equals(called.getName()))
                .filter(method -> method.getRawParameterTypes().equals(called.getRawParameterTypes()))
                .map(JavaCodeUnit.class::cast);
        return Stream.concat(itself, overriding).filter(unit -> tests.contains(unit.getOwner()));
    }
}
