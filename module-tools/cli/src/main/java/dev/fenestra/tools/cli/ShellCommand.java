package dev.fenestra.tools.cli;

import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.InputFile;
import dev.fenestra.tools.program.InteractiveShell;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code fenestra shell}. */
@Command(
        name = "shell",
        description =
                "Opens a jshell with all of Fenestra's modules, and with a bench of two hosts: try verbs one by one."
                        + " /exit ends it.",
        exitCodeList = {"0:it was ended", "2:bad usage, or no such file", "else:that of /exit"})
final class ShellCommand implements Callable<Integer> {
    /** Standard input, and the snippets that jshell has itself. */
    private static final Set<String> OF_JSHELL = Set.of("-", "DEFAULT", "JAVASE", "PRINTING");

    private final Terminal terminal;

    @Parameters(
            arity = "0..*",
            paramLabel = "FILE",
            description = "Snippets to load first; \"-\" is standard input, without a prompt.")
    private List<String> files = List.of();

    ShellCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InputException, IOException, InterruptedException {
        for (String file : files) {
            if (!OF_JSHELL.contains(file)) {
                InputFile.check(PathConverter.path(file));
            }
        }
        terminal.out().flush();
        return new InteractiveShell().run(files);
    }
}
