package dev.fenestra.tools.layering;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.google.common.collect.ImmutableList;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The wings of the tools stand on floors: each knows what lies on a lower floor, and nothing above it or beside it. */
class FloorsTest {
    private static final String TOOLS = "dev.fenestra.tools.";

    /** From the ground up. Two dots include the packages below. */
    static final ImmutableList<ImmutableList<String>> FLOORS = ImmutableList.of(
            ImmutableList.of("page"),
            ImmutableList.of(
                    "bench", "input", "layering", "measure.chart", "observe.waits", "program", "proof.mutate.operator"),
            ImmutableList.of("proof.campaign"),
            ImmutableList.of(
                    "conformance",
                    "door",
                    "measure.figures",
                    "observe.capture",
                    "observe.cost",
                    "observe.decode",
                    "observe.faults",
                    "observe.snapshot",
                    "proof.explorer",
                    "proof.oracle..",
                    "proof.soak",
                    "provider"),
            ImmutableList.of("conformance.cases", "measure.perf", "observe.journal"),
            ImmutableList.of("conformance.kit", "measure.cost", "observe.rules", "pingpong", "proof.mutants"),
            ImmutableList.of("observe.report", "proof.mutate.worker"),
            ImmutableList.of("demo", "junit", "proof.mutate", "proof.replay", "serve"),
            ImmutableList.of("cli"));

    static final List<String> WINGS =
            FLOORS.stream().flatMap(ImmutableList::stream).toList();

    private static final JavaClasses CLASSES =
            ProductClasses.ALL.that(JavaClass.Predicates.resideInAPackage("dev.fenestra.tools.."));

    @ParameterizedTest
    @FieldSource("WINGS")
    void shouldKnowLowerFloorsOnly(String wing) {
        int floor = IntStream.range(0, FLOORS.size())
                .filter(level -> FLOORS.get(level).contains(wing))
                .findFirst()
                .orElseThrow();
        String[] known = packages(
                Stream.concat(Stream.of(wing), FLOORS.subList(0, floor).stream().flatMap(ImmutableList::stream)));
        noClasses()
                .that()
                .resideInAPackage(TOOLS + wing)
                .should()
                .dependOnClassesThat(resideInAPackage(TOOLS + ".")
                        .and(resideInAnyPackage(known).negate()))
                .because("a wing can be read with the floors below it alone")
                .check(CLASSES);
    }

    @Test
    void shouldHaveAFloorForEachPackage() {
        classes().should().resideInAnyPackage(packages(WINGS.stream())).check(CLASSES);
    }

    private static String[] packages(Stream<String> wings) {
        return wings.map(TOOLS::concat).toArray(String[]::new);
    }
}
