package dev.fenestra.tools.bridge;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Builds the C programs of this module. */
final class CPrograms {
    private static final Path SOURCES = Path.of("stack-tests/src/test/resources/dev/fenestra/tools/bridge");

    private CPrograms() {}

    /**
     * Builds a program of the tests. Leaves the test out where that cannot be done.
     *
     * @param name of its source
     * @param folder where the program is to lie
     */
    static Path build(String name, Path folder) throws IOException, InterruptedException {
        return build(SOURCES.resolve(name), folder);
    }

    /** The same of any source, with more arguments for the compiler. */
    static Path build(Path source, Path folder, String... more) throws IOException, InterruptedException {
        assumeTrue(Files.exists(Path.of("/usr/include/infiniband/verbs.h")), "verbs.h is missing: libibverbs-dev");
        Path program = folder.resolve(source.getFileName() + ".program");
        Path output = folder.resolve("built");
        List<String> command = new ArrayList<>(List.of("cc", "-Wall", "-Werror", "-rdynamic"));
        command.addAll(List.of(more));
        command.addAll(List.of("-o", program.toString(), source.toString(), "-libverbs"));
        Process compiler = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        ServedPrograms.assertSuccess(compiler, output);
        return program;
    }
}
