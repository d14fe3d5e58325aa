package dev.fenestra.tools.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.tools.testing.Repeats;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Our build needs no Kotlin, so the compiler is there only where somebody has asked Maven for it. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class KotlinSampleIT {
    private static final String PLUGIN = "org/jetbrains/kotlin/kotlin-maven-plugin/2.3.0/kotlin-maven-plugin-2.3.0.jar";

    @Test
    void shouldTestARdmaProgramInKotlin() throws Exception {
        assumeTrue(Repeats.ALL, "left out: mvn -Plong verify builds it, which takes a minute");
        assumeTrue(
                Files.exists(Path.of(System.getProperty("sample.repository"), PLUGIN)),
                "left out: mvn dependency:get -Dartifact=org.jetbrains.kotlin:kotlin-maven-plugin:2.3.0, and the same"
                        + " of kotlin-stdlib, bring the compiler");
        SampleBuild build = new SampleBuild("kotlin");
        SampleBuild.copy(Path.of("src", "samples", "kotlin"), build.project());

        SampleBuild.Outcome outcome = build.verify();

        assertEquals(0, outcome.exitCode(), outcome::text);
        assertTrue(
                outcome.lines().stream()
                        .anyMatch(it -> it.matches(".*Tests run: 2, Failures: 0, Errors: 0, Skipped: 0")),
                outcome::text);
    }
}
