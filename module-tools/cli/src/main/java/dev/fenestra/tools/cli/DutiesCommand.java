package dev.fenestra.tools.cli;

import dev.fenestra.tools.duties.Duty;
import dev.fenestra.tools.duties.DutyListing;
import dev.fenestra.tools.duties.DutyProgram;
import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.Shown;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fenestra duties}. */
@Command(
        name = "duties",
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        description = "Lists the duties of programs: what a program owes to its device and to its peers, how a check"
                + " sees it, and programs that keep each duty or do not.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the duties were printed",
            "1:the output cannot be written",
            "2:bad usage, or a duty or program that is not known"
        })
final class DutiesCommand implements Callable<Integer> {
    private static final int PRINTED = 0;
    /** Where the values of a duty begin. */
    private static final int VALUES = 13;

    private final Terminal terminal;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "ID",
            completionCandidates = Known.Duties.class,
            description = "Explains one duty, such as USE-4, with programs; default: lists all.")
    private @Nullable String id;

    @ArgGroup
    private Output output = new Output();

    @Option(names = "--right", description = "With --java or --c: the program that keeps the duty.")
    private boolean right;

    DutiesCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    /** At most one of them is given. */
    private static final class Output {
        @Option(
                names = {"-j", "--json"},
                required = true,
                description = "Prints JSON.")
        private boolean json;

        @Option(
                names = "--java",
                required = true,
                description = "Prints the Java program that breaks the duty, and nothing else.")
        private boolean java;

        @Option(
                names = "--c",
                required = true,
                description = "Prints the C program that breaks the duty, and nothing else.")
        private boolean c;
    }

    @Override
    public Integer call() throws InputException {
        List<Duty> chosen = id == null ? Arrays.asList(Duty.values()) : List.of(known(id));
        if (output.java || output.c) {
            terminal.out().print(program(chosen, output.java ? "java" : "c").text());
        } else if (output.json) {
            terminal.out().print(DutyListing.json(chosen));
        } else if (id == null) {
            terminal.out().print(new ScreenText(terminal).table(DutyListing.table(chosen)));
        } else {
            terminal.out().print(new ScreenText(terminal).fields(DutyListing.explain(chosen.getFirst()), VALUES));
            terminal.out().print(DutyListing.programs(chosen.getFirst()));
        }
        return PRINTED;
    }

    private static Duty known(String id) throws InputException {
        return Duty.of(id)
                .orElseThrow(() -> new InputException("no duty " + Shown.name(id) + "; fenestra duties lists all"));
    }

    private DutyProgram program(List<Duty> chosen, String language) throws InputException {
        if (chosen.size() > 1) {
            throw new InputException("--" + language + " needs the duty whose program is wanted");
        }
        return DutyProgram.first(chosen.getFirst(), language, !right)
                .orElseThrow(() -> new InputException(
                        "there is no such program of " + chosen.getFirst().id() + ": in this language it is not seen"));
    }
}
