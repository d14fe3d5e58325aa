package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.spi.RdmaDriver;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The stack runs on the class path as on the module path, because providers are declared for both. */
class PathTest {
    private static final String SERVICES = "META-INF/services/" + RdmaDriver.class.getName();

    @TempDir
    private Path folder;

    private record Run(int exitCode, String output) {}

    @Test
    void shouldRunWithEverythingOnTheClassPath() throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("tiny"), "tiny");

        Run run = runOnClassPath(entries(), "demo", file.toString());

        assertEquals(0, run.exitCode(), run.output());
        assertTrue(run.output().contains("Every step went as the rules say."), run.output());
    }

    @Test
    void shouldRunWithEverythingOnTheModulePath() throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("tiny"), "tiny");
        Module main = Main.class.getModule();
        List<Path> modules = entries().stream().filter(PathTest::isNeeded).toList();

        Run run =
                run("-p", modules, List.of("-m", main.getName() + "/" + Main.class.getName()), "demo", file.toString());

        assertEquals(0, run.exitCode(), run.output());
        assertTrue(run.output().contains("Every step went as the rules say."), run.output());
    }

    @ParameterizedTest
    @ValueSource(strings = {"demo", "oracle", "soak", "explore"})
    void shouldAskForAProviderWhenThereIsNoneOnThePath(String command) throws IOException, InterruptedException {
        List<Path> withoutProvider = entries().stream()
                .filter(entry -> descriptorOf(entry).isEmpty())
                .toList();

        Run run = runOnClassPath(withoutProvider, command);

        assertEquals(1, run.exitCode(), run.output());
        assertTrue(
                run.output()
                        .endsWith("fenestra: no RDMA driver claims the card of alice: is a provider module on the path?"
                                + System.lineSeparator()),
                run.output());
    }

    @Test
    void shouldDeclareTheSameProvidersForBothPaths() throws IOException {
        Path provider = entries().stream()
                .filter(entry -> !descriptorOf(entry).isEmpty())
                .findFirst()
                .orElseThrow();

        assertEquals(Set.copyOf(descriptorOf(provider)), services(provider));
    }

    /** Our modules, and the one that the command line needs. */
    private static boolean isNeeded(Path entry) {
        String path = entry.toString();
        return path.contains("module-") && !path.contains("test-classes")
                || path.contains("picocli")
                || path.contains("jackson")
                || path.contains("jspecify")
                || path.contains("guava")
                || path.contains("failureaccess");
    }

    /** What the JVM of this test has on its two paths. */
    private static List<Path> entries() {
        return Stream.of("java.class.path", "jdk.module.path")
                .map(System::getProperty)
                .filter(path -> path != null && !path.isEmpty())
                .flatMap(path -> Stream.of(path.split(File.pathSeparator)))
                .distinct()
                .map(Path::of)
                .filter(Files::exists)
                .toList();
    }

    /** The drivers that a module descriptor in this place declares. */
    private static List<String> descriptorOf(Path entry) {
        boolean isOurs = entry.toString().contains("module-");
        return !isOurs
                ? List.of()
                : ModuleFinder.of(entry).findAll().stream()
                        .map(ModuleReference::descriptor)
                        .flatMap(descriptor -> descriptor.provides().stream())
                        .filter(provides -> provides.service().equals(RdmaDriver.class.getName()))
                        .map(ModuleDescriptor.Provides::providers)
                        .flatMap(List::stream)
                        .toList();
    }

    private static Set<String> services(Path provider) throws IOException {
        ModuleReference module = ModuleFinder.of(provider).findAll().iterator().next();
        try (var reader = module.open();
                InputStream in = reader.open(SERVICES).orElseThrow()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line.replaceFirst("#.*", "").strip())
                    .filter(line -> !line.isEmpty())
                    .collect(Collectors.toSet());
        }
    }

    private static Run runOnClassPath(List<Path> classPath, String... args) throws IOException, InterruptedException {
        return run("-cp", classPath, List.of(Main.class.getName()), args);
    }

    private static Run run(String option, List<Path> path, List<String> main, String... args)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.add(option);
        command.add(path.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
        command.addAll(main);
        command.addAll(List.of(args));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), output);
    }
}
