package dev.fenestra.tools.cli;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Lets a shell complete the names of commands and options. */
@Command(
        name = "completion",
        description = {
            "Prints a script that lets bash or zsh complete commands and options: source <(fenestra completion)",
            "The script completes what is called fenestra: the launcher has to be on the PATH, or an alias."
        },
        exitCodeList = {"0:the script was printed", "1:it cannot be written", "2:bad usage"})
final class CompletionCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Spec
    private @Nullable CommandSpec spec;

    CompletionCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        terminal.out().print(script(Objects.requireNonNull(spec).root().commandLine()));
        return 0;
    }

    /** {@return the script for all commands} */
    static String script(CommandLine root) {
        return AutoComplete.bash("fenestra", root) + "\n";
    }
}
