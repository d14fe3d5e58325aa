package dev.fenestra.tools.observe.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.fenestra.tools.observe.report.EventRow.AccessRow;
import dev.fenestra.tools.observe.report.EventRow.KeyRow;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Programs that repeat an access compile, and end as the journal says. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class RepetitionTest {
    private static final Pattern CLASS = Pattern.compile("class (Event\\d+Test)");

    @TempDir
    private Path folder = Path.of("");

    @Test
    void shouldRepeatEachRefusalOfTheDemoAndSomeOfItsWrites() throws Exception {
        JournalFile demo = DemoJournal.DEMO;
        PagePrograms programs = PagePrograms.of(demo.events());
        Map<Integer, String> byPlace = new TreeMap<>();
        for (int nth = 0; nth < programs.places().size(); nth++) {
            byPlace.put(programs.places().get(nth), programs.sources().get(nth));
        }
        List<Integer> refused = demo.events().stream()
                .filter(event -> event.refusal() != null)
                .map(event -> (int) event.n())
                .toList();

        assertEquals(7, refused.size());
        assertTrue(byPlace.keySet().containsAll(refused), byPlace.keySet() + " lacks some of " + refused);
        List<String> sources =
                new ArrayList<>(refused.stream().map(byPlace::get).toList());
        byPlace.values().stream()
                .filter(source -> source.contains("WcStatus.SUCCESS"))
                .limit(3)
                .forEach(sources::add);
        assertEquals(10, sources.size());
        assertAllPass(sources);
    }

    @Test
    void shouldRepeatRefusalsByEachRuleThatItKnows() throws Exception {
        KeyRow region = key("0x000011:00", "region", false, "0x10000", 8192, null, "local-write", "mw-bind");
        KeyRow one = key("0x000012:01", "type-1 window", false, "0x10040", 64, null, "remote-write");
        KeyRow two = key("0x000013:01", "type-2 window", false, "0x10040", 64, 7, "remote-read");
        KeyRow free = key("0x000014:01", "type-1 window", true, "0x0", 0, null);
        List<String> sources = Stream.of(
                        source(1, "R1", null, null, 64, "remote-read"),
                        source(2, "R2", one, region, 64, "remote-write"),
                        source(3, "R2", free, null, 64, "remote-write"),
                        source(4, "R3", region, null, 64, "remote-write"),
                        source(5, "A2", one, region, 64, "remote-write"),
                        source(6, "A3", two, region, 64, "remote-read"),
                        source(7, "A4", free, null, 64, "remote-write"),
                        source(8, "A5", two, region, 64, "remote-write"),
                        source(9, "A7", two, region, 65, "remote-read"),
                        source(10, "", two, region, 64, "remote-read"),
                        source(11, "", one, region, 64, "remote-write"))
                .toList();

        assertAllPass(sources);
    }

    @Test
    void shouldMakeNoProgramOfWhatItCannotBuild() {
        KeyRow large = key("0x000011:00", "region", false, "0x0", 1L << 40, null, "local-write");

        assertTrue(
                Repetition.of(1, access(64, "remote-write"), large, null, "R4").isEmpty());
        assertEquals(
                true,
                Repetition.of(1, access(64, "remote-write"), large, null, "\"; evil(); //")
                        .isEmpty());
        assertTrue(
                Repetition.of(1, access(8, "remote-atomic"), large, null, "R4").isEmpty());
    }

    private static String source(
            long n, String rule, @Nullable KeyRow key, @Nullable KeyRow region, long length, String right) {
        return Repetition.of(n, access(length, right), key, region, rule).orElseThrow();
    }

    private static AccessRow access(long length, String right) {
        return new AccessRow("0x000012:01", "0x10040", length, right, 7, 1);
    }

    private static KeyRow key(
            String key,
            String object,
            boolean free,
            String start,
            long length,
            @Nullable Integer qp,
            String... rights) {
        String region = object.endsWith("window") && !free ? "0x000011:00" : null;
        return new KeyRow(key, object, free, 1, start, length, List.of(rights), qp, region, 0, null, null, null);
    }

    private void assertAllPass(List<String> sources) throws Exception {
        List<String> names = new ArrayList<>();
        for (String source : sources) {
            Matcher name = CLASS.matcher(source);
            assertTrue(name.find(), source);
            names.add(name.group(1));
            Files.writeString(folder.resolve(name.group(1) + ".java"), source);
        }
        compile();
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
            for (String name : names) {
                TestExecutionSummary summary = run(loader.loadClass(name));
                assertEquals(1, summary.getTestsSucceededCount(), () -> name + ": " + summary.getFailures());
            }
        }
    }

    private static TestExecutionSummary run(Class<?> test) {
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(test))
                                .configurationParameter("fenestra.artefacts", "off")
                                .build(),
                        listener);
        return listener.getSummary();
    }

    private void compile() throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter complaints = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
                Stream<Path> sources = Files.list(folder)) {
            List<String> options = List.of(
                    "-Xlint:all,-processing,-missing-explicit-ctor",
                    "-d",
                    folder.toString(),
                    "-cp",
                    System.getProperty("jdk.module.path", "")
                            + File.pathSeparator
                            + System.getProperty("java.class.path", ""));
            boolean done = compiler.getTask(
                            complaints,
                            files,
                            null,
                            options,
                            null,
                            files.getJavaFileObjectsFromPaths(
                                    sources.filter(it -> it.toString().endsWith(".java"))
                                            .toList()))
                    .call();
            assertTrue(done, complaints::toString);
        }
    }
}
