package dev.fenestra.tools.measure.figures;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs the benchmarks in a JVM of their own, on the class path, since JMH needs one. */
public final class BenchmarkRun {
    private static final String MAIN = "org.openjdk.jmh.Main";
    private static final Path LIST = Path.of("classes", "META-INF", "BenchmarkList");
    /** The class of a benchmark and its method: the one with the package, the other behind the generated class. */
    private static final Pattern NAME =
            Pattern.compile("S [0-9]+ \\S+\\.(\\w+) S [0-9]+ \\S+_jmhTest S [0-9]+ (\\w+) ");

    private final Path folder;
    private volatile @Nullable Process running;

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
     * @param progress is told each line that JMH says
     * @return the JSON of the results; empty when JMH failed and printed the reason
     * @throws IOException when it cannot be started
     */
    public Optional<String> run(List<String> arguments, Consumer<String> progress) throws IOException {
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
            running = jmh;
            try (BufferedReader lines = jmh.inputReader(StandardCharsets.UTF_8)) {
                lines.lines().forEach(progress);
            }
            boolean isContent = jmh.onExit().join().exitValue() == 0 && Files.size(results) > 0;
            return isContent ? Optional.of(Files.readString(results)) : Optional.empty();
        } finally {
            Files.deleteIfExists(results);
        }
    }

    /** {@return the names of all benchmarks, as in {@code BindBench.bind}, sorted} */
    public List<String> names() throws IOException {
        return names(Files.readAllLines(folder.resolve(LIST)));
    }

    /** The names in the lines of JMH's list. */
    static List<String> names(List<String> lines) {
        return lines.stream()
                .map(NAME::matcher)
                .filter(Matcher::find)
                .map(found -> found.group(1) + "." + found.group(2))
                .distinct()
                .sorted()
                .toList();
    }

    /** Ends what runs, together with the JVMs that JMH has started. */
    public void stop() {
        Process jmh = running;
        if (jmh != null) {
            jmh.descendants().forEach(ProcessHandle::destroy);
            jmh.destroy();
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
