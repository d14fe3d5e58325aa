package dev.fenestra.tools.layering;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static dev.fenestra.tools.layering.Trespass.use;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.core.importer.Locations;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.EvaluationResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each rule of {@link LayeringRules} finds a class that breaks it. The classes are compiled here, in packages of the
 * product.
 */
class TrespassTest {
    private static final String ROOT = "dev.fenestra.";
    private static final String VENDOR = ROOT + "vendor";
    private static final String MLX = VENDOR + ".mlx";
    private static final String ABI = ROOT + "ib.core.abi.";
    private static final String ENGINE = ROOT + "hw.sim.hca.engine.Engine";

    @TempDir
    private static Path folder;

    private static JavaClasses classes;

    static Stream<Trespass> trespasses() {
        return Stream.of(layers(), floors(), vendors(), halves(), habits()).flatMap(List::stream);
    }

    private static List<Trespass> layers() {
        return List.of(
                use(LayeringRules.uverbsKnowsNoVendorAndNoHardware(), ROOT + "uverbs.L1", MLX + ".MlxDriver"),
                use(
                        LayeringRules.ibCoreKnowsNeitherUverbsNorVendorNorHardware(),
                        ROOT + "ib.core.spi.L2",
                        ROOT + "hw.sim.mlx5.prm.Field"),
                use(LayeringRules.vendorNeverKnowsUverbs(MLX), MLX + ".dv.L3", ROOT + "uverbs.handles.Context"),
                use(
                        LayeringRules.hardwareKnowsNothingAboveIt(),
                        ROOT + "hw.sim.roce.wire.L4",
                        ROOT + "ib.core.vocabulary.Gid"),
                use(
                        LayeringRules.toolsReachProvidersOnlyThroughServiceLoader(),
                        ROOT + "tools.page.L5",
                        MLX + ".MlxDriver"),
                use(
                        LayeringRules.noPackageCycles(ROOT + "hw.sim"),
                        ROOT + "hw.sim.mlx5.prm.L6",
                        ROOT + "hw.sim.mlx5.queue.CqContext"),
                use(
                        LayeringRules.internalPackagesStayInside(ROOT + "ib.core", ROOT + "ib.core.kernel.objects"),
                        ROOT + "uverbs.L8",
                        ROOT + "ib.core.kernel.objects.ObjectKind"));
    }

    private static List<Trespass> floors() {
        return List.of(
                use(floor("hw.sim"), ROOT + "hw.sim.roce.udp.L13Above", ENGINE),
                use(floor("hw.sim"), ROOT + "hw.sim.hca.event.L13Beside", ROOT + "hw.sim.hca.protection.Grant"),
                use(floor("ib.core"), ROOT + "ib.core.spi.L13Above", ROOT + "ib.core.kernel.host.Host"),
                use(floor("vendor"), MLX + ".abi.L13Above", MLX + ".kernel.MlxDevice"),
                use(floor("tools"), ROOT + "tools.page.L13Above", ROOT + "tools.bench.TestBench"),
                use(floor("uverbs"), ROOT + "uverbs.memory.L13Above", ROOT + "uverbs.handles.ProtectionDomain"),
                new Trespass(floor("hw.sim"), ROOT + "hw.sim.annex.L13NoFloor", ""),
                new Trespass(floor("vendor"), VENDOR + ".L13NoFloor", ""),
                new Trespass(floor("uverbs"), ROOT + "uverbs.annex.L13NoFloor", ""));
    }

    private static ArchRule floor(String building) {
        return Floors.all().stream()
                .filter(it -> it.root().equals(ROOT + building))
                .findFirst()
                .orElseThrow()
                .rule();
    }

    private static List<Trespass> vendors() {
        return List.of(
                use(
                        LayeringRules.providerKnowsOnlyWhatVendorsShare("acme.rdma"),
                        "acme.rdma.L5Provider",
                        MLX + ".dv.DvContext"),
                use(LayeringRules.halvesOfADriverStayApart(MLX), MLX + ".user.L14", MLX + ".kernel.MlxDevice"),
                use(LayeringRules.halvesOfADriverStayApart(MLX), MLX + ".kernel.L14", MLX + ".user.MlxUserProvider"),
                use(LayeringRules.vendorsStayApart(VENDOR), VENDOR + ".acme.L15", MLX + ".MlxDriver"),
                use(LayeringRules.vendorsStayApart(VENDOR), MLX + ".L15", VENDOR + ".acme.L15"));
    }

    private static List<Trespass> halves() {
        ArchRule rule = LayeringRules.noClassIsHalfOfAnother("dev.fenestra", Set.of());
        return List.of(
                new Trespass(
                        rule,
                        ROOT + "hw.sim.mlx5.prm.L18OneHeir",
                        "abstract static class Half {} static final class Whole extends Half {}"),
                new Trespass(
                        rule,
                        ROOT + "ib.core.spi.L18Sealed",
                        "abstract static sealed class Half permits Whole {} static final class Whole extends Half {}"),
                new Trespass(rule, ROOT + "uverbs.L18NoHeir", "abstract static class Dead {}"));
    }

    private static List<Trespass> habits() {
        return List.of(
                new Trespass(LayeringRules.everythingIsNullMarked("dev.fenestra"), ROOT + "uverbs.L7", ""),
                new Trespass(
                        LayeringRules.noStandardStreamsOutside(ROOT + "tools.cli"),
                        ROOT + "ib.core.memory.L9",
                        "void say() { System.out.println(); }"),
                new Trespass(
                        LayeringRules.noGenericExceptionsThrown(),
                        ROOT + "ib.core.memory.L10",
                        "void fail() { throw new RuntimeException(); }"),
                new Trespass(
                        LayeringRules.queueBytesStayInTheirFormat(),
                        ROOT + "hw.sim.mlx5.command.L11",
                        "int opcode(java.lang.foreign.MemorySegment it) { return " + ROOT
                                + "hw.sim.mlx5.prm.Cqe.OPCODE.get(it, 0); }"),
                use(
                        LayeringRules.engineKnowsNoQueueFormat(),
                        ROOT + "hw.sim.hca.protection.L12Queue",
                        ROOT + "hw.sim.mlx5.queue.CqContext"),
                use(
                        LayeringRules.engineKnowsNoQueueFormat(),
                        ROOT + "hw.sim.hca.core.L12Card",
                        ROOT + "hw.sim.mlx5.card.Hca"),
                use(
                        LayeringRules.engineKnowsNoQueueFormat(),
                        ROOT + "hw.sim.hca.request.L12Words",
                        ROOT + "hw.sim.mlx5.prm.Klm"),
                use(LayeringRules.engineIsNoHub(), ROOT + "hw.sim.mlx5.command.L16", ENGINE + "Units"),
                new Trespass(
                        LayeringRules.offsetsHaveNames(),
                        ROOT + "ib.core.uverbs.L17Field",
                        "Object handle() { return new " + ABI + "HostField(\"handle\", 8, 4, false); }"),
                new Trespass(
                        LayeringRules.offsetsHaveNames(),
                        MLX + ".kernel.L17Table",
                        "Object handle(" + ABI + "HostLayout it) { return it.u32(\"handle\", 8); }"),
                new Trespass(
                        LayeringRules.offsetsHaveNames(),
                        ROOT + "ib.core.cm.ids.L17Mad",
                        "Object status() { return new " + ROOT + "ib.core.mad.MadField(\"status\", 4, 0, 16); }"));
    }

    @BeforeAll
    static void compile() throws IOException {
        assertEquals("", Trespass.compile(trespasses().toList(), folder));
        classes = new ClassFileImporter().importPath(folder);
    }

    @ParameterizedTest
    @MethodSource("trespasses")
    void shouldNameWhoBreaksTheRule(Trespass trespass) {
        assertNames(trespass, trespass.rule().evaluate(seen(trespass)));
    }

    /** Only a cycle of packages takes classes of the product: LayeringTest holds all of them against every rule. */
    private static JavaClasses seen(Trespass trespass) {
        return trespass.name().endsWith(".L6")
                ? withProduct("dev.fenestra.hw.sim.mlx5")
                : classes.that(describe("of the trespass", it -> it.getName().startsWith(trespass.name())));
    }

    private static JavaClasses withProduct(String root) {
        List<Location> places = new ArrayList<>(Locations.ofPackage(root));
        places.add(Location.of(folder));
        return new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importLocations(places);
    }

    private static void assertNames(Trespass trespass, EvaluationResult result) {
        assertTrue(result.hasViolation(), () -> trespass + " was not found");
        String report = result.getFailureReport().toString();
        assertTrue(report.contains(trespass.name()), () -> trespass + " is not named in: " + report);
    }

    @Test
    void shouldLetNoCommandReadAFieldOfTheEngine(@TempDir Path other) throws IOException {
        Trespass reader = new Trespass(
                LayeringRules.engineIsNoHub(),
                ROOT + "hw.sim.mlx5.command.Reader",
                "Object read(" + ENGINE + " engine) { return engine.port; }");
        String complaints = Trespass.compile(List.of(reader), other);
        assertTrue(complaints.contains("port is not public in Engine"), complaints);
    }

    /** The field is public here, as it was once. */
    @Test
    void shouldFindWhoReadsAPublicFieldOfTheEngine(@TempDir Path other) throws IOException {
        ArchRule rule = LayeringRules.engineIsNoHub();
        Trespass open = new Trespass(rule, ENGINE, "public int port; int inside() { return port; }");
        Trespass reader = new Trespass(
                rule, ROOT + "hw.sim.mlx5.command.Reader", "int read(" + ENGINE + " engine) { return engine.port; }");
        assertEquals("", Trespass.compile(List.of(open, reader), other));
        EvaluationResult result = rule.evaluate(new ClassFileImporter().importPath(other));
        assertNames(reader, result);
        assertEquals(1, result.getFailureReport().getDetails().size());
    }

    @Test
    void shouldLetTwoHeirsUsersAndEnumsBe(@TempDir Path other) throws IOException {
        String name = ROOT + "uverbs.L18Right";
        ArchRule rule = LayeringRules.noClassIsHalfOfAnother("dev.fenestra", Set.of(name + "$ForUsers"));
        Trespass right = new Trespass(
                rule,
                name,
                "abstract static class Two {} static class One extends Two {} static class Other extends Two {}"
                        + " abstract static class ForUsers {} interface Role {} record Player() implements Role {}"
                        + " enum Case { ONLY { int x() { return 1; } }; abstract int x(); }");
        assertEquals("", Trespass.compile(List.of(right), other));
        assertFalse(rule.evaluate(new ClassFileImporter().importPath(other)).hasViolation());
    }
}
