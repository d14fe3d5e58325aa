package dev.fenestra.tools.cli;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The commands of {@code fenestra} by name. Picocli reads a command's options by reflection, which takes longer than
 * many a command runs. So a command line that names its command gets that one alone, and one that names none gets all
 * of them without their options.
 */
final class Commands {
    private static final Map<String, Entry> ALL = ImmutableMap.<String, Entry>builder()
            .put("demo", of(Topic.LEARN, DemoCommand::new))
            .put("run", of(Topic.LEARN, RunCommand::new, Commands::endOptionsAtProgram))
            .put("shell", of(Topic.LEARN, ShellCommand::new))
            .put("why", of(Topic.LEARN, WhyCommand::new, Commands::takeNumbersAsWords))
            .put("rules", of(Topic.LEARN, RulesCommand::new))
            .put("duties", of(Topic.LEARN, DutiesCommand::new))
            .put("report", of(Topic.LEARN, ReportCommand::new))
            .put("cards", of(Topic.LOOK, CardsCommand::new))
            .put("devinfo", of(Topic.LOOK, DevinfoCommand::new))
            .put("resource", of(Topic.LOOK, ResourceCommand::new))
            .put("statistic", of(Topic.LOOK, StatisticCommand::new))
            .put("refusals", of(Topic.LOOK, RefusalsCommand::new))
            .put("trace", of(Topic.LOOK, TraceCommand::new))
            .put("waits", of(Topic.LOOK, WaitsCommand::new))
            .put("conformance", of(Topic.PROVE, ConformanceCommand::new))
            .put("new-provider", of(Topic.PROVE, NewProviderCommand::new))
            .put("oracle", of(Topic.PROVE, OracleCommand::new))
            .put("explore", of(Topic.PROVE, ExploreCommand::new))
            .put("soak", of(Topic.PROVE, SoakCommand::new))
            .put("mutants", of(Topic.PROVE, MutantsCommand::new))
            .put("mutate", of(Topic.PROVE, MutateCommand::new))
            .put("campaign", of(Topic.PROVE, _ -> new CampaignCommand(), Commands::addMerge))
            .put("perf", of(Topic.MEASURE, PerfCommand::new))
            .put("bench", of(Topic.MEASURE, BenchCommand::new, Commands::passOptionsOn))
            .put("cost", of(Topic.MEASURE, CostCommand::new))
            .put("serve", of(Topic.CONNECT, ServeCommand::new))
            .put("exec", of(Topic.CONNECT, ExecCommand::new, Commands::endOptionsAtProgram))
            .put("pingpong", of(Topic.CONNECT, PingpongCommand::new))
            .put("wqe", of(Topic.DECODE, WqeCommand::new))
            .put("cqe", of(Topic.DECODE, CqeCommand::new))
            .put("eqe", of(Topic.DECODE, EqeCommand::new))
            .put("mkey", of(Topic.DECODE, MkeyCommand::new))
            .put("cmd", of(Topic.DECODE, CmdCommand::new))
            .put("packet", of(Topic.DECODE, PacketCommand::new))
            .put("capture", of(Topic.DECODE, _ -> new CaptureCommand(), Commands::addCheck))
            .put("help", of(Topic.SHELL, _ -> new CommandLine.HelpCommand()))
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
     * @param maker makes the object that has its options
     * @param completion adds what its annotations do not say
     */
    private record Entry(Topic topic, Function<Terminal, Object> maker, BiConsumer<CommandLine, Terminal> completion) {
        CommandLine whole(Terminal terminal) {
            CommandLine command = new CommandLine(maker.apply(terminal));
            completion.accept(command, terminal);
            addHelp(command);
            return command;
        }

        /** {@return what a list of commands says of it, and no option: only the annotation of its class is read} */
        CommandLine outline(Terminal terminal) {
            Command said = maker.apply(terminal).getClass().getAnnotation(Command.class);
            CommandSpec outline = CommandSpec.create().name(said.name()).aliases(said.aliases());
            outline.usageMessage().header(said.header()).description(said.description());
            return new CommandLine(outline);
        }
    }

    private Commands() {}

    /** {@return the command line with as many commands, and as much of them, as these arguments need} */
    static CommandLine toRun(Terminal terminal, String... args) {
        if (Arrays.stream(args).allMatch(argument -> argument.startsWith("-"))) {
            return of(terminal, Maps.transformValues(ALL, entry -> entry.outline(terminal)));
        }
        Entry named = OF_ALL.contains(args[0]) ? null : ALL.get(args[0]);
        return named == null ? all(terminal) : of(terminal, Map.of(args[0], named.whole(terminal)));
    }

    /** {@return the command line with all commands} */
    static CommandLine all(Terminal terminal) {
        return of(terminal, Maps.transformValues(ALL, entry -> entry.whole(terminal)));
    }

    private static CommandLine of(Terminal terminal, Map<String, CommandLine> commands) {
        CommandLine root = new CommandLine(new RootCommand());
        commands.forEach(root::addSubcommand);
        root.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, _ -> "");
        root.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, Commands::byTopic);
        return root.registerConverter(InetAddress.class, new AddressConverter())
                .registerConverter(Path.class, new PathConverter())
                .setCaseInsensitiveEnumValuesAllowed(true)
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

    /** What all commands have: options for help and version, and a heading above their exit codes. */
    private static void addHelp(CommandLine command) {
        if (command.getCommand() instanceof CommandLine.HelpCommand) {
            return;
        }
        UsageMessageSpec usage = command.getCommandSpec()
                .versionProvider(new Version())
                .mixinStandardHelpOptions(true)
                .usageMessage();
        if (!usage.exitCodeList().isEmpty()) {
            usage.exitCodeListHeading("%nExit codes:%n");
        }
        command.getSubcommands().values().forEach(Commands::addHelp);
    }

    private static Entry of(Topic topic, Function<Terminal, Object> maker) {
        return of(topic, maker, (_, _) -> {});
    }

    private static Entry of(
            Topic topic, Function<Terminal, Object> maker, BiConsumer<CommandLine, Terminal> completion) {
        return new Entry(topic, maker, completion);
    }

    /** Arguments after the program's name belong to the program. */
    private static void endOptionsAtProgram(CommandLine command, Terminal terminal) {
        command.setStopAtPositional(true);
    }

    /** As in {@code why -22}. */
    private static void takeNumbersAsWords(CommandLine why, Terminal terminal) {
        why.setUnmatchedOptionsArePositionalParams(true);
    }

    private static void addCheck(CommandLine capture, Terminal terminal) {
        capture.addSubcommand(new CaptureCheckCommand(terminal));
    }

    private static void addMerge(CommandLine campaign, Terminal terminal) {
        campaign.addSubcommand(new CampaignMergeCommand(terminal));
    }

    /** Unknown options are passed to JMH, whose {@code -jvm} is not our {@code -j}. */
    private static void passOptionsOn(CommandLine bench, Terminal terminal) {
        bench.setUnmatchedOptionsArePositionalParams(true).setPosixClusteredShortOptionsAllowed(false);
    }
}
