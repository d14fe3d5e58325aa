package dev.fenestra.tools.cli;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line {@code fenestra}. */
public final class Main {
    private static final int LOST = 1;

    private Main() {}

    public static void main(String[] args) {
        System.exit(run(Terminal.system(), args));
    }

    /**
     * Runs a command.
     *
     * @return its exit code: 0 for success, 1 when a rule was broken or its output cannot be written, 2 for bad usage
     *     or input
     */
    public static int run(Terminal terminal, String... args) {
        int exitCode = Commands.toRun(terminal, args).execute(args);
        boolean isLost = terminal.out().checkError();
        if (isLost) {
            terminal.err().println("fenestra: standard output cannot be written.");
        }
        terminal.err().flush();
        return isLost ? LOST : exitCode;
    }

    /** The command without a subcommand. */
    @Command(
            name = "fenestra",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "An RDMA verbs stack you can see through, down to a simulated HCA.")
    static final class Root implements Callable<Integer> {
        @Spec
        private @Nullable CommandSpec spec;

        @Override
        public Integer call() {
            CommandSpec known = Objects.requireNonNull(spec);
            throw new ParameterException(known.commandLine(), "Missing command.");
        }
    }
}
