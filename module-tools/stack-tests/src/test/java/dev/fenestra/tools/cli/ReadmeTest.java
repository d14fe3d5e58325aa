package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The README's program is taken from its page, compiled and run as a reader would. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ReadmeTest {
    private static final Path README = Path.of("../README.md");
    private static final int LINES_PROMISED = 25;
    private static String readme = "";

    @BeforeAll
    static void readPage() throws IOException {
        readme = Files.readString(README);
    }

    private static String program() {
        Matcher block = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(readme);
        assertTrue(block.find(), "the README shows a program");
        return block.group(1);
    }

    @Test
    void shouldFitInTwentyFiveLines() {
        long lines = program().lines().filter(line -> !line.isBlank()).count();

        assertTrue(lines <= LINES_PROMISED, "lines: " + lines);
    }

    @Test
    void shouldCompileAndRunAsItStands(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("HelloWindow.java"), program());

        String printed = run(file);

        DocCommand command = DocCommand.in(README).stream()
                .filter(one -> !one.output().isEmpty())
                .findFirst()
                .orElseThrow();
        assertTrue(command.isPromised(printed), printed);
        assertEquals(3, printed.lines().count(), printed);
    }

    @Test
    void shouldShowATestThatIsOneOfOurs() throws IOException {
        List<String> blocks = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
                .matcher(readme)
                .results()
                .map(block -> block.group(1))
                .toList();

        String ours =
                Files.readString(Path.of("stack-tests/src/test/java/dev/fenestra/tools/readme/GreetingTest.java"));
        assertEquals(2, blocks.size());
        assertTrue(ours.endsWith(blocks.get(1)), "copy the test to the README");
    }

    @Test
    void shouldShowTheDependenciesOfTheSample() throws IOException {
        Matcher block = Pattern.compile("```xml\n(.*?)```", Pattern.DOTALL).matcher(readme);
        assertTrue(block.find(), "the README shows dependencies");
        List<String> shown = dependencies(block.group(1));
        String sample = Files.readString(Path.of("src/samples/consumer/pom.xml"));
        Matcher version = Pattern.compile("<fenestra.version>(.*?)<").matcher(sample);
        assertTrue(version.find(), "the sample names a version");

        List<String> used = dependencies(sample.replace("${fenestra.version}", version.group(1)));

        assertEquals(2, shown.size());
        assertTrue(used.containsAll(shown), () -> shown + " are not all among " + used);
    }

    /** Without white space. */
    private static List<String> dependencies(String xml) {
        return Pattern.compile("<dependency>(.*?)</dependency>", Pattern.DOTALL)
                .matcher(xml)
                .results()
                .map(it -> it.group(1).replaceAll("\\s", ""))
                .toList();
    }

    @Test
    void shouldNameTheTestCommandThatCiRuns() throws IOException {
        String ci = Files.readString(Path.of("../.ci/run"));

        assertTrue(ci.lines().anyMatch("mvn verify"::equals), ci);
        assertTrue(readme.contains("    mvn verify "), "the README shows the same command");
    }

    @Test
    void shouldClaimOnlyRatiosThatWereMet() throws IOException {
        List<String> measured = Files.readAllLines(Path.of("../docs/performance.md"));
        List<String> claimed = readme.lines()
                .dropWhile(line -> !line.equals("| what | at least |"))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .toList();

        assertEquals(4, claimed.size());
        for (String row : claimed) {
            assertTrue(
                    measured.stream().anyMatch(line -> line.startsWith(row + " ") && line.endsWith("| met |")),
                    "docs/performance.md does not say that this target is met: " + row);
        }
    }

    private static String run(Path file) throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String main = "dev.fenestra.tools.cli/" + Main.class.getName();
        Process process = new ProcessBuilder(java, "-p", modulePath(), "-m", main, "run", file.toString())
                .redirectErrorStream(true)
                .start();
        String printed = String.join("\n", process.inputReader().lines().toList());
        assertEquals(0, process.waitFor(), printed);
        return printed;
    }

    /** Whatever this test itself runs on: jars and class folders, of the module path and of the class path. */
    private static String modulePath() {
        String modules = System.getProperty("jdk.module.path", "");
        return List.of(modules.split(File.pathSeparator)).stream()
                .filter(entry -> !entry.isEmpty() && !entry.contains("test-classes"))
                .reduce((a, b) -> a + File.pathSeparator + b)
                .orElseThrow();
    }
}
