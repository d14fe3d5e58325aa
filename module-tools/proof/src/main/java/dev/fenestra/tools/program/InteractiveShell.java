package dev.fenestra.tools.program;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The JDK's {@code jshell} with Fenestra's modules, and a bench of two hosts that is open already. */
public final class InteractiveShell {
    private static final String STARTUP = "shell.jsh";

    /**
     * Runs it with the standard streams of this JVM. It ends when its user ends it, or when this JVM ends.
     *
     * @param files snippets to load first, in order; {@code -} is standard input, without a prompt
     * @return its exit code
     * @throws IOException when no {@code jshell} can be started
     */
    public int run(List<String> files) throws IOException, InterruptedException {
        Path startup = Files.createTempFile("fenestra", ".jsh");
        try (InputStream snippets = InteractiveShell.class.getResourceAsStream(STARTUP)) {
            Files.write(startup, Objects.requireNonNull(snippets, STARTUP).readAllBytes());
            List<String> command = new ArrayList<>();
            command.add(
                    Path.of(System.getProperty("java.home"), "bin", "jshell").toString());
            command.addAll(SourceProgram.modules());
            command.addAll(List.of("--startup", "DEFAULT", "--startup", startup.toString()));
            command.addAll(files);
            return ChildProgram.run(command);
        } finally {
            Files.delete(startup);
        }
    }
}
