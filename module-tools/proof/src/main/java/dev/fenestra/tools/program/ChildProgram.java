package dev.fenestra.tools.program;

import java.io.IOException;
import java.util.List;

/** A process with the working directory and the standard streams of this JVM, which ends when this JVM ends. */
final class ChildProgram {
    private ChildProgram() {}

    /**
     * Runs it to its end.
     *
     * @return its exit code
     * @throws IOException when it cannot be started
     */
    static int run(List<String> command) throws IOException, InterruptedException {
        Process program = new ProcessBuilder(command).inheritIO().start();
        Thread end = new Thread(program::destroy);
        Runtime.getRuntime().addShutdownHook(end);
        try {
            return program.waitFor();
        } finally {
            Runtime.getRuntime().removeShutdownHook(end);
        }
    }
}
