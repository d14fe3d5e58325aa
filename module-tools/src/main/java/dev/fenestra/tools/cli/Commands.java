package dev.fenestra.tools.cli;

import com.google.common.collect.ImmutableMap;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The commands of {@code fenestra} by name. Picocli reads a command's options by reflection, which takes longer than
 * many a command runs. So a command line that names its command gets that one alone.
 */
final class Commands {
    private static final Map<String, Entry> ALL = ImmutableMap.<String, Entry>builder()
            .put("demo", of(Topic.LEARN, DemoCommand::new))
            .put("run", in(Topic.LEARN, Commands::run))
            .put("shell", of(Topic.LEARN, ShellCommand::new))
            .put("rules", of(Topic.LEARN, RulesCommand::new))
            .put("report", of(Topic.LEARN, ReportCommand::new))
            .put("devinfo", of(Topic.LOOK, DevinfoCommand::new))
            .put("resource", of(Topic.LOOK, ResourceCommand::new))
            .put("statistic", of(Topic.LOOK, StatisticCommand::new))
            .put("refusals", of(Topic.LOOK, RefusalsCommand::new))
            .put("conformance", of(Topic.PROVE, ConformanceCommand::new))
            .put("new-provider", of(Topic.PROVE, NewProviderCommand::new))
            .put("oracle", of(Topic.PROVE, OracleCommand::new))
            .put("explore", of(Topic.PROVE, ExploreCommand::new))
            .put("soak", of(Topic.PROVE, SoakCommand::new))
            .put("mutants", of(Topic.PROVE, MutantsCommand::new))
            .put("mutate", of(Topic.PROVE, MutateCommand::new))
            .put("campaign", in(Topic.PROVE, Commands::campaign))
            .put("perf", of(Topic.MEASURE, PerfCommand::new))
            .put("bench", in(Topic.MEASURE, Commands::bench))
            .put("cost", of(Topic.MEASURE, CostCommand::new))
            .put("serve", of(Topic.CONNECT, ServeCommand::new))
            .put("exec", in(Topic.CONNECT, Commands::exec))
            .put("pingpong", of(Topic.CONNECT, PingpongCommand::new))
            .put("wqe", of(Topic.DECODE, WqeCommand::new))
            .put("cqe", of(Topic.DECODE, CqeCommand::new))
            .put("eqe", of(Topic.DECODE, EqeCommand::new))
            .put("mkey", of(Topic.DECODE, MkeyCommand::new))
            .put("cmd", of(Topic.DECODE, CmdCommand::new))
            .put("packet", of(Topic.DECODE, PacketCommand::new))
            .put("capture", in(Topic.DECODE, Commands::capture))
            .put("help", in(Topic.SHELL, _ -> new CommandLine(new CommandLine.HelpCommand())))
            .put("completion", of(Topic.SHELL, CompletionCommand::new))
            .put("man", of(Topic.SHELL, ManCommand::new))
            .buildOrThrow();

    /** They speak of the other commands. */
    private static final Set<String> OF_ALL = Set.of("help", "completion", "man");

    /** What a user wants to do; the help text lists the commands in this order. */
    enum Topic {
        LEARN("Learn"),
        LOOK("Look inside"),
        PROVE("Prove"),
        MEASURE("Measure"),
        CONNECT("Connect programs and hosts"),
        DECODE("Decode bytes"),
        SHELL("The command line itself");

        private final String title;

        Topic(String title) {
            this.title = title;
        }
    }

    /**
     * A command.
     *
     * @param topic what it is for
     * @param maker makes it with its options and subcommands
     */
    private record Entry(Topic topic, Function<Terminal, CommandLine> maker) {}

    private Commands() {}

    /** {@return the command line with the command that the arguments name, or with all of them if they name none} */
    static CommandLine toRun(Terminal terminal, String... args) {
        Entry named = args.length == 0 || OF_ALL.contains(args[0]) ? null : ALL.get(args[0]);
        return named == null ? all(terminal) : of(terminal, Map.of(args[0], named));
    }

    /** {@return the command line with all commands} */
    static CommandLine all(Terminal terminal) {
        return of(terminal, ALL);
    }

    private static CommandLine of(Terminal terminal, Map<String, Entry> commands) {
        CommandLine root = new CommandLine(new RootCommand());
        commands.forEach((name, entry) -> root.addSubcommand(name, entry.maker().apply(terminal)));
        root.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, _ -> "");
        root.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, Commands::byTopic);
        return root.setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionStrategy(new RangeCheck(new CommandLine.RunLast()))
                .setParameterExceptionHandler(new UsageError())
                .setExecutionExceptionHandler(new FileError())
                .setOut(terminal.out())
                .setErr(terminal.err())
                .setUsageHelpWidth(terminal.columns())
                .setColorScheme(Help.defaultColorScheme(terminal.isColored() ? Ansi.ON : Ansi.OFF));
    }

    private static String byTopic(Help help) {
        return Arrays.stream(Topic.values())
                .map(topic ->
                        help.createHeading("%n@|bold " + topic.title + "|@%n") + help.commandList(of(help, topic)))
                .collect(Collectors.joining());
    }

    private static Map<String, Help> of(Help help, Topic topic) {
        Map<String, Help> chosen = new LinkedHashMap<>();
        // Picocli names a command with its aliases: "mutants, zoo".
        help.subcommands().forEach((names, one) -> {
            Entry entry = ALL.get(names.split(",", 2)[0]);
            if (entry != null && entry.topic() == topic) {
                chosen.put(names, one);
            }
        });
        return chosen;
    }

    private static Entry in(Topic topic, Function<Terminal, CommandLine> maker) {
        return new Entry(topic, maker);
    }

    private static Entry of(Topic topic, Function<Terminal, Object> command) {
        return new Entry(topic, terminal -> new CommandLine(command.apply(terminal)));
    }

    /** Arguments after the program's name belong to the program. */
    private static CommandLine run(Terminal terminal) {
        return new CommandLine(new RunCommand(terminal)).setStopAtPositional(true);
    }

    private static CommandLine exec(Terminal terminal) {
        return new CommandLine(new ExecCommand(terminal)).setStopAtPositional(true);
    }

    private static CommandLine capture(Terminal terminal) {
        return new CommandLine(new CaptureCommand()).addSubcommand(new CaptureCheckCommand(terminal));
    }

    private static CommandLine campaign(Terminal terminal) {
        return new CommandLine(new CampaignCommand()).addSubcommand(new CampaignMergeCommand(terminal));
    }

    /** Unknown options are passed to JMH. */
    private static CommandLine bench(Terminal terminal) {
        return new CommandLine(new BenchCommand(terminal)).setUnmatchedOptionsArePositionalParams(true);
    }
}
