package dev.fenestra.tools.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ConsumerSampleIT {

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
    }
}
