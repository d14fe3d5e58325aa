package dev.fenestra.tools.measure.figures;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs the benchmarks in a JVM of their own, on the class path, since JMH needs one. */
public final class BenchmarkRun {
    private static final String MAIN = "org.openjdk.jmh.Main";

    private final Path folder;

    private BenchmarkRun(Path folder) {
        this.folder = folder;
    }

    /** The benchmarks that were built beside the module path that this JVM runs on; empty when there are none. */
    public static Optional<BenchmarkRun> find() {
        String modules = System.getProperty("jdk.module.path", "");
        return Stream.of(modules.split(File.pathSeparator, 0))
                .filter(entry -> !entry.isEmpty())
                .map(entry -> Path.of(entry).toAbsolutePath().resolveSibling("bench"))
                .filter(bench -> Files.isDirectory(bench.resolve("classes")))
                .findFirst()
                .map(BenchmarkRun::new);
    }

    /**
     * Runs benchmarks.
     *
     * @param arguments of JMH: a pattern of names, and options
     * @param progress where its output goes
     * @return the JSON of the results; empty when JMH failed and printed the reason
     * @throws IOException when it cannot be started
     */
    public Optional<String> run(List<String> arguments, PrintWriter progress) throws IOException {
        Path results = Files.createTempFile("fenestra-bench", ".json");
        try {
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "--sun-misc-unsafe-memory-access=allow",
                    "-cp",
                    classPath(),
                    MAIN,
                    "-rf",
                    "json",
                    "-rff",
                    results.toString(),
                    "-prof",
                    "gc",
                    "-foe",
                    "true"));
            command.addAll(arguments);
            Process jmh = new ProcessBuilder(command).redirectErrorStream(true).start();
            try (BufferedReader lines = jmh.inputReader(StandardCharsets.UTF_8)) {
                lines.lines().forEach(line -> {
                    progress.println(line);
                    progress.flush();
                });
            }
            boolean isContent = jmh.onExit().join().exitValue() == 0 && Files.size(results) > 0;
            return isContent ? Optional.of(Files.readString(results)) : Optional.empty();
        } finally {
            Files.deleteIfExists(results);
        }
    }

    private String classPath() {
        String modules = Stream.of(System.getProperty("jdk.module.path", "").split(File.pathSeparator, 0))
                .map(entry ->
                        Files.isDirectory(Path.of(entry)) ? Path.of(entry, "*").toString() : entry)
                .collect(Collectors.joining(File.pathSeparator));
        return String.join(
                File.pathSeparator,
                folder.resolve("classes").toString(),
                folder.resolve("*").toString(),
                modules);
    }
}
