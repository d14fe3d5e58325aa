package dev.fenestra.tools.cli;

import com.google.common.collect.ImmutableMap;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/**
 * The commands of {@code fenestra} by name. Picocli reads a command's options by reflection, which takes longer than
 * many a command runs. So a command line that names its command gets that one alone.
 */
final class Commands {
    /** In the order of the help text. */
    private static final Map<String, Function<Terminal, CommandLine>> ALL =
            ImmutableMap.<String, Function<Terminal, CommandLine>>builder()
                    .put("demo", of(DemoCommand::new))
                    .put("run", terminal -> new CommandLine(new RunCommand(terminal)).setStopAtPositional(true))
                    .put("conformance", of(ConformanceCommand::new))
                    .put("new-provider", of(NewProviderCommand::new))
                    .put("oracle", of(OracleCommand::new))
                    .put("rules", of(RulesCommand::new))
                    .put("mutants", of(MutantsCommand::new))
                    .put("mutate", of(MutateCommand::new))
                    .put("explore", of(ExploreCommand::new))
                    .put("wqe", of(WqeCommand::new))
                    .put("cqe", of(CqeCommand::new))
                    .put("eqe", of(EqeCommand::new))
                    .put("mkey", of(MkeyCommand::new))
                    .put("cmd", of(CmdCommand::new))
                    .put("packet", of(PacketCommand::new))
                    .put("capture", Commands::capture)
                    .put("pingpong", of(PingpongCommand::new))
                    .put("soak", of(SoakCommand::new))
                    .put("devinfo", of(DevinfoCommand::new))
                    .put("cost", of(CostCommand::new))
                    .put("perf", of(PerfCommand::new))
                    .put("serve", of(ServeCommand::new))
                    .put("exec", terminal -> new CommandLine(new ExecCommand(terminal)).setStopAtPositional(true))
                    .put("resource", of(ResourceCommand::new))
                    .put("statistic", of(StatisticCommand::new))
                    .put("refusals", of(RefusalsCommand::new))
                    .put("report", of(ReportCommand::new))
                    .put("bench", Commands::bench)
                    .buildOrThrow();

    private Commands() {}

    /** {@return the command line with the command that the arguments name, or with all of them if they name none} */
    static CommandLine toRun(Terminal terminal, String... args) {
        Function<Terminal, CommandLine> named = args.length == 0 ? null : ALL.get(args[0]);
        return named == null ? all(terminal) : of(terminal, Map.of(args[0], named));
    }

    /** {@return the command line with all commands} */
    static CommandLine all(Terminal terminal) {
        return of(terminal, ALL);
    }

    private static CommandLine of(Terminal terminal, Map<String, Function<Terminal, CommandLine>> commands) {
        CommandLine root = new CommandLine(new RootCommand());
        commands.forEach((name, command) -> root.addSubcommand(name, command.apply(terminal)));
        return root.setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionStrategy(new RangeCheck(new CommandLine.RunLast()))
                .setParameterExceptionHandler(new UsageError())
                .setExecutionExceptionHandler(new FileError())
                .setOut(terminal.out())
                .setErr(terminal.err())
                .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
    }

    private static Function<Terminal, CommandLine> of(Function<Terminal, Object> command) {
        return terminal -> new CommandLine(command.apply(terminal));
    }

    private static CommandLine capture(Terminal terminal) {
        return new CommandLine(new CaptureCommand()).addSubcommand(new CaptureCheckCommand(terminal));
    }

    /** Unknown options are passed to JMH. */
    private static CommandLine bench(Terminal terminal) {
        return new CommandLine(new BenchCommand(terminal)).setUnmatchedOptionsArePositionalParams(true);
    }
}
