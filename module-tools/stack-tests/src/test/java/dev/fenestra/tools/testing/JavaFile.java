package dev.fenestra.tools.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A Java program of one file, run by a JDK of its own as a reader would. */
public final class JavaFile {
    private JavaFile() {}

    /**
     * Runs it on the modules that this test runs on.
     *
     * @param file takes the program
     * @param places of more modules
     * @return what it printed
     */
    public static List<String> run(Path file, String program, Path... places) throws IOException, InterruptedException {
        Files.writeString(file, program);
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(
                        java,
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-p",
                        modulePath(places),
                        "--add-modules",
                        "dev.fenestra.tools.proof",
                        file.toString())
                .redirectErrorStream(true)
                .start();
        List<String> lines = process.inputReader().lines().toList();
        assertEquals(0, process.waitFor(), String.join("\n", lines));
        return lines;
    }

    private static String modulePath(Path... places) {
        Stream<String> own = Arrays.stream(
                        System.getProperty("jdk.module.path", "").split(File.pathSeparator))
                .filter(entry -> !entry.isEmpty() && !entry.contains("test-classes"));
        return Stream.concat(own, Arrays.stream(places).map(Path::toString))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
