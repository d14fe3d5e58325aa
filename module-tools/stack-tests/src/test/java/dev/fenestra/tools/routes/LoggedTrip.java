package dev.fenestra.tools.routes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What {@link Route} prints of a trip, in a JVM of its own with the agent.
 *
 * @param files how many were entered
 * @param first methods of the first time, in order of first entry
 * @param counted methods of the time that is counted
 */
record LoggedTrip(int files, List<String> first, List<String> counted) {
    private static final Pattern COUNTS = Pattern.compile("(\\S+) +(\\d+) +\\d+ +\\d+");

    /** Makes all trips. */
    static SequencedMap<String, LoggedTrip> all(Path folder) throws IOException, InterruptedException {
        Path jar = folder.resolve("log.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(new Attributes.Name("Premain-Class"), MethodLog.class.getName());
        try (OutputStream out = Files.newOutputStream(jar)) {
            new JarOutputStream(out, manifest).close();
        }
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-javaagent:" + jar,
                        "-cp",
                        classPath(),
                        Route.class.getName(),
                        "-m")
                .redirectErrorStream(true)
                .start();
        List<String> lines;
        try (var out = process.inputReader()) {
            lines = out.lines().toList();
        }
        assertEquals(0, process.waitFor(), () -> String.join("\n", lines));
        return read(lines);
    }

    /** All modules as a class path, so that the agent reaches them, and the tests. */
    private static String classPath() throws IOException {
        Path tests = Path.of("stack-tests", "target", "test-classes").toAbsolutePath();
        return Stream.of(
                        System.getProperty("java.class.path", ""),
                        System.getProperty("jdk.module.path", ""),
                        Files.isDirectory(tests) ? tests.toString() : "")
                .filter(path -> !path.isEmpty())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static SequencedMap<String, LoggedTrip> read(List<String> lines) {
        SequencedMap<String, LoggedTrip> trips = new LinkedHashMap<>();
        for (String line : lines) {
            Matcher counts = COUNTS.matcher(line);
            if (counts.matches()) {
                int files = Integer.parseInt(counts.group(2));
                trips.put(counts.group(1), new LoggedTrip(files, new ArrayList<>(), new ArrayList<>()));
            } else if (line.startsWith("  first ")) {
                trips.lastEntry().getValue().first.add(line.substring("  first ".length()));
            } else if (line.startsWith("counted ")) {
                trips.lastEntry().getValue().counted.add(line.substring("counted ".length()));
            }
        }
        return trips;
    }

    /** What is wrong with a route, of the first time and of the counted one; empty when all is right. */
    List<String> complaints(String trip, List<String> methods) {
        List<String> all = new ArrayList<>(complaints(trip + ", first time", methods, first));
        all.addAll(complaints(trip, methods, counted));
        return all;
    }

    private static List<String> complaints(String trip, List<String> methods, List<String> entered) {
        List<String> all = new ArrayList<>();
        int last = -1;
        for (String method : methods) {
            int place = placeOf(method, entered);
            if (place < 0) {
                all.add(trip + ": " + method + " is not entered");
            } else if (place <= last) {
                all.add(trip + ": " + method + " is entered before the one above it");
            }
            last = Math.max(last, place);
        }
        return all;
    }

    private static int placeOf(String method, List<String> entered) {
        for (int i = 0; i < entered.size(); i++) {
            if (entered.get(i).endsWith("." + method)) {
                return i;
            }
        }
        return -1;
    }

    /** Finds the classes that have a method of this name on the way. */
    List<String> classesOf(String method) {
        String name = method.substring(method.lastIndexOf('.'));
        return counted.stream()
                .filter(entered -> entered.endsWith("." + method))
                .map(entered -> entered.substring(0, entered.length() - name.length()))
                .distinct()
                .toList();
    }
}
