package dev.fenestra.tools.cli;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
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
        int exitCode = commands(terminal).execute(args);
        boolean isLost = terminal.out().checkError();
        if (isLost) {
            terminal.err().println("fenestra: standard output cannot be written.");
        }
        terminal.err().flush();
        return isLost ? LOST : exitCode;
    }

    /** All commands, ready to be executed. */
    static CommandLine commands(Terminal terminal) {
        return new CommandLine(new Root())
                .addSubcommand(new DemoCommand(terminal))
                .addSubcommand(new CommandLine(new RunCommand(terminal)).setStopAtPositional(true))
                .addSubcommand(new ConformanceCommand(terminal))
                .addSubcommand(new NewProviderCommand(terminal))
                .addSubcommand(new OracleCommand(terminal))
                .addSubcommand(new RulesCommand(terminal))
                .addSubcommand(new MutantsCommand(terminal))
                .addSubcommand(new MutateCommand(terminal))
                .addSubcommand(new ExploreCommand(terminal))
                .addSubcommand(new WqeCommand(terminal))
                .addSubcommand(new CqeCommand(terminal))
                .addSubcommand(new EqeCommand(terminal))
                .addSubcommand(new MkeyCommand(terminal))
                .addSubcommand(new CmdCommand(terminal))
                .addSubcommand(new PacketCommand(terminal))
                .addSubcommand(new CommandLine(new CaptureCommand()).addSubcommand(new CaptureCheckCommand(terminal)))
                .addSubcommand(new PingpongCommand(terminal))
                .addSubcommand(new SoakCommand(terminal))
                .addSubcommand(new DevinfoCommand(terminal))
                .addSubcommand(new CostCommand(terminal))
                .addSubcommand(new PerfCommand(terminal))
                .addSubcommand(new ServeCommand(terminal))
                .addSubcommand(new CommandLine(new ExecCommand(terminal)).setStopAtPositional(true))
                .addSubcommand(new ResourceCommand(terminal))
                .addSubcommand(new StatisticCommand(terminal))
                .addSubcommand(new RefusalsCommand(terminal))
                .addSubcommand(new ReportCommand(terminal))
                .addSubcommand(bench(terminal))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionStrategy(new RangeCheck(new CommandLine.RunLast()))
                .setParameterExceptionHandler(new UsageError())
                .setExecutionExceptionHandler(new FileError())
                .setOut(terminal.out())
                .setErr(terminal.err())
                .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
    }

    /** Unknown options are passed to JMH. */
    private static CommandLine bench(Terminal terminal) {
        return new CommandLine(new BenchCommand(terminal)).setUnmatchedOptionsArePositionalParams(true);
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
