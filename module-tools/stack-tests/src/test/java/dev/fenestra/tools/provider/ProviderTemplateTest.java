package dev.fenestra.tools.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.conformance.CaseResult;
import dev.fenestra.tools.conformance.kit.ConformanceOptions;
import dev.fenestra.tools.conformance.kit.ConformanceReport;
import dev.fenestra.tools.conformance.kit.OracleResult;
import dev.fenestra.tools.testing.JavaFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ProviderTemplateTest {
    private static final Path FOLDER = Path.of("conformance/src/main/resources/dev/fenestra/tools/provider");
    private static final Path TEMPLATE = FOLDER.resolve("template");
    private static final String SOURCES = "src/main/java/nova/rdma/";

    @TempDir
    private Path folder;

    @Test
    void shouldPassTheKitUnderItsNewName() throws Exception {
        ConformanceReport report = run(project(), ConformanceOptions.DEFAULT.withOracleVerbs(5_000));
        assertEquals(Set.of(), report.failedRules());
        assertTrue(report.isPassed(), report.oracle().toString());
        assertTrue(report.count(CaseResult.Passed.class) > 400);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "A7|AccessChecks.java|!window.covers(address, length)",
                "A2|AccessChecks.java|window.pd() != qp.pd()",
                "L5|AccessChecks.java|isWritten && !found.grants(AccessFlag.LOCAL_WRITE)",
                "B11|WindowUnit.java|(work.bindAccess & WRITING) != 0 && !region.grants(AccessFlag.LOCAL_WRITE)",
                "I3|WindowUnit.java|window.isBound() && !window.isBoundThrough(qp)"
            })
    void shouldBeCaughtWithoutACheck(String rule, String file, String check) throws Exception {
        Map<String, String> broken = project();
        String path = SOURCES + file;
        String whole = broken.get(path);
        assertTrue(whole.contains("if (" + check + ")"), check);
        broken.put(path, whole.replace("if (" + check + ")", "if (false)"));
        ConformanceReport report = run(broken, ConformanceOptions.DEFAULT.withRule(rule));
        assertTrue(report.failedRules().contains(rule), report.failedRules().toString());
    }

    @Test
    void shouldBeCaughtWhenItAnnouncesWhatItHasNot() throws Exception {
        Map<String, String> lying = project();
        lying.computeIfPresent(
                SOURCES + "NovaDevice.java",
                (_, text) -> text.replace("AtomicCapability.NONE", "AtomicCapability.HCA"));
        ConformanceReport report = run(lying, ConformanceOptions.DEFAULT.withRule("T10"));
        assertEquals(Set.of("CAP-ATOMIC"), report.failedRules());
    }

    /** The last byte of a write is lost: the program that the oracle prints of that shows it by itself. */
    @Test
    void shouldSeeTheSameInAFindingThatIsRunByItself() throws Exception {
        Map<String, String> losing = project();
        losing.computeIfPresent(
                SOURCES + "Region.java",
                (_, text) -> text.replace(
                        "bus.segment(address), bus.offset(address), part)",
                        "bus.segment(address), bus.offset(address), part - 1)"));
        CompiledProvider compiled = CompiledProvider.of(losing, folder);
        OracleResult.Finding finding = compiled.underTest()
                .kit(ConformanceOptions.DEFAULT.withSeed(3))
                .oracle()
                .flatMap(OracleResult::difference)
                .orElseThrow();

        List<String> printed = JavaFile.run(folder.resolve("Finding.java"), finding.program(), compiled.classes());

        assertEquals("memory", finding.topic());
        assertEquals(Set.of("ORACLE-MEMORY"), finding.rules());
        assertTrue(printed.contains("expected: " + finding.expected()), () -> String.join("\n", printed));
        assertTrue(printed.contains("seen:     " + finding.seen()), () -> String.join("\n", printed));
    }

    @Test
    void shouldReportWhatItDeclares() throws Exception {
        Map<String, String> honest = project();
        honest.computeIfPresent(
                SOURCES + "NovaDriver.java",
                (_, text) -> text.replace(
                        "return List.of();\n    }\n\n    /** The cards",
                        "return List.of(new Deviation(\"B12\", \"no bounds\"), new Deviation(\"A7\", \"old\"));\n"
                                + "    }\n\n"
                                + "    /** The cards"));
        honest.computeIfPresent(
                SOURCES + "WindowUnit.java",
                (_, text) ->
                        text.replace("region.covers(work.bindAddress, work.bindLength) ? null : NovaRule.B12", "null"));
        ConformanceReport report = run(honest, ConformanceOptions.DEFAULT.withRule("B12"));
        assertEquals(Set.of(), report.failedRules());
        assertTrue(report.count(CaseResult.Deviated.class) > 0);
    }

    @Test
    void shouldListAllFilesOfTheTemplates() throws IOException {
        assertEquals(filesIn(TEMPLATE), ProviderTemplate.CARD.files().keySet());
        Set<String> own = new TreeSet<>();
        filesIn(FOLDER.resolve("skeleton")).forEach(file -> own.add(file.replaceFirst("^main/", "src/main/")));
        Set<String> shared = new TreeSet<>(ProviderTemplate.SKELETON.files().keySet());
        assertTrue(shared.containsAll(own), own.toString());
        shared.removeAll(own);
        assertTrue(filesIn(TEMPLATE).containsAll(shared), shared.toString());
        assertTrue(shared.contains("pom.xml"), shared.toString());
    }

    private static Set<String> filesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString().replaceFirst("^dot-", "."))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @ParameterizedTest
    @EnumSource(ProviderTemplate.class)
    void shouldLeaveNoTraceOfTheOldName(ProviderTemplate template) throws ProviderException {
        template.files(ProviderName.of("nova")).forEach((path, text) -> {
            assertFalse((path + text).toLowerCase(Locale.ROOT).contains("acme"), path);
        });
    }

    @ParameterizedTest
    @EnumSource(ProviderTemplate.class)
    void shouldPutTheVersionsOfThisBuildIntoThePom(ProviderTemplate template) {
        assertFalse(template.files().get("pom.xml").matches("(?s).*@[a-z]+@.*"));
    }

    @Test
    void shouldWriteAProjectIntoAnEmptyFolderOnly() throws Exception {
        Path project = folder.resolve("deep/nova");
        ProviderProject.write(ProviderTemplate.CARD, ProviderName.of("nova"), project);
        assertTrue(Files.readString(project.resolve("pom.xml")).contains("<artifactId>nova-rdma</artifactId>"));
        assertTrue(Files.isRegularFile(project.resolve(SOURCES + "NovaDriver.java")));
        ProviderException refused = assertThrows(
                ProviderException.class,
                () -> ProviderProject.write(ProviderTemplate.CARD, ProviderName.of("nova"), project));
        assertEquals(project + " is not empty: name a new folder, or an empty one.", refused.getMessage());
        Path file = folder.resolve("deep/nova/pom.xml");
        assertThrows(
                ProviderException.class,
                () -> ProviderProject.write(ProviderTemplate.CARD, ProviderName.of("nova"), file));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Nova", "9nova", "no-va", "no va", "int", "java", "dev", "mlx5", "../nova"})
    void shouldRefuseABadName(String name) {
        assertThrows(ProviderException.class, () -> ProviderName.of(name));
    }

    private static Map<String, String> project() throws ProviderException {
        return new TreeMap<>(ProviderTemplate.CARD.files(ProviderName.of("nova")));
    }

    private ConformanceReport run(Map<String, String> project, ConformanceOptions options) throws IOException {
        return CompiledProvider.of(project, folder).underTest().kit(options).run(_ -> {});
    }
}
