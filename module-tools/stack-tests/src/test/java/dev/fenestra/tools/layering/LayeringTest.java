package dev.fenestra.tools.layering;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.Sets;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import dev.fenestra.hw.sim.mlx5.prm.Cqe;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules of {@link LayeringRules} hold for the classes of all five modules, their tests left out. */
class LayeringTest {

    private static final JavaClasses CLASSES = ProductClasses.ALL;

    /** Authors of providers extend it in their tests. */
    private static final Set<String> FOR_USERS = Set.of("dev.fenestra.tools.conformance.junit.ConformanceTests");

    private static final List<String> MODULES = List.of(
            "dev.fenestra.uverbs",
            "dev.fenestra.ib.core",
            "dev.fenestra.vendor.mlx",
            "dev.fenestra.hw.sim",
            "dev.fenestra.tools");

    static List<String> modules() {
        return MODULES;
    }

    static List<ArchRule> internals() throws IOException {
        List<ArchRule> rules = new ArrayList<>();
        for (String root : MODULES) {
            String[] hidden = ProductClasses.hiddenPackages(root).toArray(String[]::new);
            rules.add(LayeringRules.internalPackagesStayInside(root, hidden));
        }
        return rules;
    }

    @Test
    void shouldFindWhichPackagesAreInternal() throws IOException {
        assertEquals(
                List.of(
                        "dev.fenestra.vendor.mlx.abi",
                        "dev.fenestra.vendor.mlx.kernel",
                        "dev.fenestra.vendor.mlx.user"),
                ProductClasses.hiddenPackages("dev.fenestra.vendor.mlx"));
        assertEquals(List.of("dev.fenestra.uverbs.device"), ProductClasses.hiddenPackages("dev.fenestra.uverbs"));
        assertTrue(
                ProductClasses.hiddenPackages("dev.fenestra.ib.core").contains("dev.fenestra.ib.core.kernel.objects"));
    }

    static Stream<ArchRule> rules() {
        return Stream.of(
                LayeringRules.uverbsKnowsNoVendorAndNoHardware(),
                LayeringRules.ibCoreKnowsNeitherUverbsNorVendorNorHardware(),
                LayeringRules.vendorNeverKnowsUverbs("dev.fenestra.vendor"),
                LayeringRules.hardwareKnowsNothingAboveIt(),
                LayeringRules.toolsReachProvidersOnlyThroughServiceLoader(),
                LayeringRules.noPackageCycles("dev.fenestra"),
                LayeringRules.everythingIsNullMarked("dev.fenestra"),
                LayeringRules.noStandardStreamsOutside("dev.fenestra.tools.cli"),
                LayeringRules.noGenericExceptionsThrown(),
                LayeringRules.queueBytesStayInTheirFormat(),
                LayeringRules.engineKnowsNoQueueFormat(),
                LayeringRules.halvesOfADriverStayApart("dev.fenestra.vendor.common"),
                LayeringRules.halvesOfADriverStayApart("dev.fenestra.vendor.efa"),
                LayeringRules.halvesOfADriverStayApart("dev.fenestra.vendor.hns"),
                LayeringRules.halvesOfADriverStayApart("dev.fenestra.vendor.mlx"),
                LayeringRules.halvesOfADriverStayApart("dev.fenestra.vendor.irdma"),
                LayeringRules.halvesOfADriverStayApart("dev.fenestra.vendor.mlx4"),
                LayeringRules.halvesOfADriverStayApart("dev.fenestra.vendor.rxe"),
                LayeringRules.vendorsStayApart("dev.fenestra.vendor"),
                LayeringRules.engineIsNoHub(),
                LayeringRules.offsetsHaveNames(),
                LayeringRules.noClassIsHalfOfAnother("dev.fenestra", FOR_USERS));
    }

    @ParameterizedTest
    @MethodSource("modules")
    void shouldScanEveryModule(String root) {
        assertTrue(CLASSES.stream().anyMatch(it -> it.getName().startsWith(root + ".")), "no class of " + root);
    }

    @Test
    void shouldLeaveTestsOut() {
        assertTrue(CLASSES.contain(LayeringRules.class));
        assertFalse(CLASSES.contain(LayeringTest.class));
    }

    @Test
    void shouldFindWhoReadsTheBytesOfAQueueAndLetConstantsPass() {
        ArchRule rule = LayeringRules.queueBytesStayInTheirFormat();
        ClassFileImporter importer = new ClassFileImporter();
        assertTrue(rule.evaluate(importer.importClasses(ReadsCqe.class)).hasViolation());
        assertFalse(rule.evaluate(importer.importClasses(NamesCqe.class)).hasViolation());
    }

    @Test
    void shouldFindWhoUsesARoomAboveOrBeside() {
        String root = "dev.fenestra.ib.core";
        Set<String> low = Set.of(root + ".vocabulary");
        Set<String> high = Set.of(root + ".spi");
        JavaClasses both = CLASSES.that(
                describe("two rooms", it -> low.contains(it.getPackageName()) || high.contains(it.getPackageName())));
        assertFalse(LayeringRules.roomsHaveFloors(root, List.of(low, high))
                .evaluate(both)
                .hasViolation());
        assertTrue(LayeringRules.roomsHaveFloors(root, List.of(high, low))
                .evaluate(both)
                .hasViolation());
        assertTrue(LayeringRules.roomsHaveFloors(root, List.of(Sets.union(low, high)))
                .evaluate(both)
                .hasViolation());
        assertTrue(
                LayeringRules.roomsHaveFloors(root, List.of(low)).evaluate(both).hasViolation());
    }

    private static final class ReadsCqe {
        static int opcode(MemorySegment entry) {
            return Cqe.OPCODE.get(entry, 0);
        }
    }

    private static final class NamesCqe {
        static boolean isError(int opcode) {
            return opcode == Cqe.REQ_ERR || opcode == Cqe.RESP_ERR;
        }
    }

    static Stream<ArchRule> floors() {
        return Floors.all().stream().map(Floors::rule);
    }

    @Test
    void shouldHaveAFloorForEachPackageAndNoOther() {
        List<String> packages = CLASSES.stream()
                .filter(it -> !it.getSimpleName().equals("package-info"))
                .map(JavaClass::getPackageName)
                .distinct()
                .sorted()
                .toList();
        assertEquals(
                packages, Floors.all().stream().flatMap(Floors::rooms).sorted().toList());
    }

    @ParameterizedTest
    @MethodSource({"rules", "floors", "internals"})
    void shouldKeepToTheLayers(ArchRule rule) {
        rule.check(CLASSES);
    }
}
