package dev.fenestra.tools.cli;

import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.InputFile;
import dev.fenestra.tools.program.SourceProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code fenestra run}. */
@Command(
        name = "run",
        description =
                "Compiles and runs a program that uses Fenestra, in a JVM of its own, on the JDK that this runs on,"
                        + " with all of Fenestra's modules.",
        exitCodeList = {"the program's own:", "1:also when it does not compile", "2:also for bad usage, or no such file"
        })
final class RunCommand implements Callable<Integer> {
    private static final String SUFFIX = ".java";

    private final Terminal terminal;

    @Parameters(index = "0", paramLabel = "FILE.java", description = "A source file with a main method.")
    private Path file = Path.of("");

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "ARGUMENT", description = "Arguments of the program.")
    private List<String> arguments = List.of();

    RunCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InputException, IOException, InterruptedException {
        InputFile.check(file);
        if (!file.toString().endsWith(SUFFIX)) {
            throw new InputException(file + " is no Java source: its name does not end in " + SUFFIX);
        }
        terminal.out().flush();
        SourceProgram program = new SourceProgram(file);
        int exitCode = program.run(arguments);
        if (exitCode == SourceProgram.NOT_COMPILED && !program.compiles()) {
            terminal.err().println("fenestra: " + file + " does not compile: see above.");
        }
        return exitCode;
    }
}
