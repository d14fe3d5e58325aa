package dev.fenestra.tools.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ConsumerSampleIT {
    private static final long MOST_BYTES = 5_000_000;
    private static final Pattern JAR = Pattern.compile("/[^:;\"&<> ]+\\.jar");
    private static final Pattern RUNNER = Pattern.compile("^(junit|opentest4j|apiguardian|surefire|maven|plexus)");

    @Test
    void shouldTestARdmaProgramOnTheModulePathAndOnTheClassPath() throws Exception {
        SampleBuild build = new SampleBuild("consumer");
        SampleBuild.copy(Path.of("src", "samples", "consumer"), build.project());

        SampleBuild.Outcome outcome = build.verify();

        assertEquals(0, outcome.exitCode(), outcome::text);
        assertEquals(
                2,
                outcome.lines().stream()
                        .filter(it -> it.matches(".*Tests run: 3, Failures: 0, Errors: 0, Skipped: 0"))
                        .count(),
                outcome::text);
        assertPathsWithoutCommandLine(build.project().resolve("target/surefire-reports"));
    }

    /**
     * A test of a program needs no command line, no kit for cards, and little room. The reports have the paths of the
     * tests.
     */
    private static void assertPathsWithoutCommandLine(Path reports) throws IOException {
        try (Stream<Path> files = Files.list(reports)) {
            for (Path report :
                    files.filter(file -> file.toString().endsWith(".xml")).toList()) {
                String text = Files.readString(report);
                assertTrue(text.contains("fenestra-testkit"), () -> report + " has no paths");
                for (String foreign : List.of("picocli", "guava", "fenestra-cli", "fenestra-conformance")) {
                    assertFalse(text.contains(foreign), () -> report + " has " + foreign);
                }
                long bytes = bytesBesideJUnit(text);
                assertTrue(bytes > 0 && bytes <= MOST_BYTES, () -> report + " has jars of " + bytes + " bytes");
            }
        }
    }

    /** The bytes of all jars that a report names, without JUnit and the runner of Maven. */
    private static long bytesBesideJUnit(String report) {
        return JAR.matcher(report)
                .results()
                .map(found -> Path.of(found.group()))
                .distinct()
                .filter(jar -> !RUNNER.matcher(jar.getFileName().toString()).find())
                .mapToLong(jar -> jar.toFile().length())
                .sum();
    }
}
