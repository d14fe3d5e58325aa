package dev.fenestra.tools.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.spi.RdmaDriver;
import dev.fenestra.tools.provider.ProviderName;
import dev.fenestra.tools.provider.ProviderProject;
import dev.fenestra.tools.provider.ProviderTemplate;
import dev.fenestra.tools.testing.Repeats;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ProviderSampleIT {

    /** The stack tests themselves run the classes and the kit of the skeleton: its project is for the long build. */
    static Stream<ProviderTemplate> templates() {
        return Stream.of(ProviderTemplate.values()).filter(it -> Repeats.ALL || it == ProviderTemplate.CARD);
    }

    /** Its tests run on the class path; what it makes is a module. */
    @ParameterizedTest
    @MethodSource("templates")
    void shouldBuildWhatNewProviderWritesIntoAModuleThatPassesTheKit(ProviderTemplate template) throws Exception {
        SampleBuild build = new SampleBuild("provider-" + template);
        ProviderProject.write(template, ProviderName.of("sample"), build.project());

        SampleBuild.Outcome outcome = build.verify();

        assertEquals(0, outcome.exitCode(), outcome::text);
        assertTrue(outcome.text().contains("ConformanceTest"), outcome::text);
        ModuleDescriptor module = ModuleFinder.of(build.project().resolve("target/sample-rdma-0.1.0-SNAPSHOT.jar"))
                .findAll()
                .iterator()
                .next()
                .descriptor();
        assertTrue(
                module.provides().stream().anyMatch(it -> it.service().equals(RdmaDriver.class.getName())),
                module::toString);
    }
}
