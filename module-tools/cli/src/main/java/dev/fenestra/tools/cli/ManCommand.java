package dev.fenestra.tools.cli;

import dev.fenestra.tools.input.OutputException;
import dev.fenestra.tools.input.OutputFile;
import dev.fenestra.tools.input.Shown;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fenestra man}. */
@Command(
        name = "man",
        description = {
            "Prints the manual page of a command: fenestra man demo | man -l -",
            "With --out it writes the pages of all commands. The build leaves them in module-tools/target/man."
        },
        exitCodeList = {"0:the page was printed", "1:it cannot be written", "2:bad usage, or no such command"})
final class ManCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "COMMAND",
            description = "Which one; default: fenestra itself.")
    private @Nullable String name;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Writes all pages, fenestra.1, fenestra-demo.1 and so on, and the script of completion.")
    private @Nullable Path folder;

    ManCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws OutputException {
        CommandSpec known = Objects.requireNonNull(spec);
        CommandLine root = known.root().commandLine();
        if (folder != null) {
            OutputFile.createFolder(folder);
            for (Map.Entry<String, CommandLine> page : pages(root).entrySet()) {
                OutputFile.write(folder.resolve(page.getKey() + ".1"), ManPage.of(page.getValue()));
            }
            OutputFile.write(folder.resolve("fenestra.bash"), CompletionCommand.script(root));
            return 0;
        }
        @Nullable
        CommandLine chosen = name == null ? root : root.getSubcommands().get(name);
        if (chosen == null) {
            throw new ParameterException(
                    known.commandLine(), "There is no command " + Shown.name(String.valueOf(name)) + ".");
        }
        terminal.out().print(ManPage.of(chosen));
        return 0;
    }

    private static Map<String, CommandLine> pages(CommandLine root) {
        Map<String, CommandLine> pages = new LinkedHashMap<>();
        pages.put("fenestra", root);
        root.getSubcommands().values().forEach(command -> pages.put("fenestra-" + command.getCommandName(), command));
        return pages;
    }
}
