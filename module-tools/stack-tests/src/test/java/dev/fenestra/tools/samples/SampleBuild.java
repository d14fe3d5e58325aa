package dev.fenestra.tools.samples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Builds projects with the Maven that builds us, offline, on the JDK that this Maven runs on, with a local repository
 * that begins empty. They find a JDK 25 themselves, as their owners would want it.
 */
final class SampleBuild {
    private static final String QUICK = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1";
    private static final Path SAMPLES = Path.of("target", "samples").toAbsolutePath();

    private final Path project;
    private final Path local;
    private final Path settings;

    /** What a build said, and whether it was content. */
    record Outcome(int exitCode, List<String> lines) {
        String text() {
            return String.join("\n", lines);
        }
    }

    /** A build with folders of its own, so that several may run at a time. */
    SampleBuild(String name) throws IOException {
        Path folder = SAMPLES.resolve(name);
        local = folder.resolve("local");
        project = folder.resolve("project");
        // Artifacts that were resolved once stay, except those that are staged again.
        delete(local.resolve("dev/fenestra"));
        delete(project);
        Files.createDirectories(project);
        StagedRepository staged = StagedRepository.in(folder.resolve("staged"));
        settings = Files.writeString(
                folder.resolve("settings.xml"), staged.settings(Path.of(System.getProperty("sample.repository"))));
    }

    /** The project's folder, empty at first. */
    Path project() {
        return project;
    }

    static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
    }

    /** Runs {@code mvn verify} in the project's folder. */
    Outcome verify() throws IOException, InterruptedException {
        // A root of its own, so that our options for Maven's JVM are not taken for the sample's.
        Files.createDirectories(project.resolve(".mvn"));
        List<String> command = new ArrayList<>(List.of(maven(), "-B", "-ntp", "-o", "-Daether.offline.protocols=file"));
        command.addAll(List.of("-s", settings.toString(), "-gs", settings.toString()));
        // Too short for the optimising compiler, in Maven's JVM as in that of the tests.
        command.addAll(
                List.of("-DargLine=" + QUICK, "-Dtest.jvm.args=" + QUICK, "-Dmaven.repo.local=" + local, "verify"));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(project.toFile()).redirectErrorStream(true);
        Map<String, String> environment = builder.environment();
        environment.put("JAVA_HOME", System.getProperty("sample.java"));
        environment.put("MAVEN_OPTS", QUICK);
        environment.keySet().removeAll(List.of("MAVEN_ARGS", "MAVEN_BASEDIR", "JAVA_TOOL_OPTIONS"));
        Process process = builder.start();
        process.getOutputStream().close();
        List<String> lines = process.inputReader().lines().toList();
        return new Outcome(process.waitFor(), lines);
    }

    private static String maven() {
        Path script = Path.of(System.getProperty("sample.maven"), "bin", "mvn");
        return Files.exists(script) ? script.toString() : "mvn";
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
