package dev.fenestra.tools.cli;

import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.OutputException;
import dev.fenestra.tools.observe.snapshot.Listing;
import dev.fenestra.tools.observe.snapshot.ResourceFilter;
import dev.fenestra.tools.observe.snapshot.Snapshot;
import dev.fenestra.tools.observe.snapshot.SnapshotException;
import java.util.ArrayList;
import java.util.List;
import java.util.Stack;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The common part of the commands that list parts of a snapshot. */
@Command(
        exitCodeList = {
            "0:the listing was printed, be it empty",
            "1:the output cannot be written",
            "2:bad usage, or no snapshot"
        })
abstract class ListingCommand implements Callable<Integer> {
    private static final int SHOWN = 0;

    private final Terminal terminal;

    @Parameters(
            arity = "0..*",
            paramLabel = "WORD",
            description = {
                "What to list, in the grammar of rdma: [show] [KIND] [dev DEVICE | link DEVICE/PORT] [NAME VALUE]...",
                "A value is a number, a range such as 0-6, a word, or several with commas."
            })
    private List<String> words = List.of();

    @Option(
            names = "-p",
            paramLabel = "PROCESS",
            arity = "0..1",
            parameterConsumer = FlagOrName.class,
            description = "With a number or a name: only what this process has. Without: --pretty, as for rdma.")
    private List<String> prettyOrProcess = new ArrayList<>();

    @Option(
            names = "--pid",
            paramLabel = "PROCESS",
            description = "Only what this process has: its number or its name.")
    private @Nullable String process;

    @Option(names = "--pretty", description = "One line for each value; with -j indented JSON.")
    private boolean isPretty;

    @Option(
            names = "-d",
            paramLabel = "DEVICE",
            arity = "0..1",
            parameterConsumer = FlagOrName.class,
            description =
                    "With a name: only this device, mlx5_0, or alice:mlx5_0 where there are several hosts. Without:"
                            + " --details, as for rdma.")
    private List<String> detailsOrDevice = new ArrayList<>();

    @Option(names = "--dev", paramLabel = "DEVICE", description = "Only this device.")
    private @Nullable String device;

    @Option(names = "--details", description = "Also shows what rdma does not know.")
    private boolean isDetailed;

    @Option(
            names = {"-j", "--json"},
            description = "Prints JSON with all details.")
    private boolean json;

    @Mixin
    private SnapshotSource source = new SnapshotSource();

    ListingCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    /** The kinds that can be named. */
    abstract List<String> kinds();

    /** The requested part of a snapshot; without a word the kind is null. */
    abstract Listing listing(Snapshot snapshot, ResourceFilter filter);

    /** The warnings about the listed objects. */
    List<String> warnings(Snapshot snapshot, ResourceFilter filter) {
        return List.of();
    }

    @Override
    public final Integer call() throws InputException, OutputException, SnapshotException {
        boolean pretty = isPretty || prettyOrProcess.contains(FlagOrName.FLAG);
        boolean details = isDetailed || detailsOrDevice.contains(FlagOrName.FLAG);
        ResourceFilter filter = filter(ListingWords.of(words, kinds()));
        Snapshot snapshot = source.take();
        Listing listing = listing(snapshot, filter);
        terminal.out().print(json ? listing.json(pretty) : listing.text(details, pretty));
        warnings(snapshot, filter).forEach(warning -> terminal.err().println("fenestra: warning: " + warning + "."));
        return SHOWN;
    }

    private ResourceFilter filter(ListingWords asked) {
        return new ResourceFilter(
                asked.kind(),
                process == null ? name(prettyOrProcess) : process,
                asked.device() != null ? asked.device() : device == null ? name(detailsOrDevice) : device,
                asked.port(),
                asked.filters());
    }

    private static @Nullable String name(List<String> values) {
        return values.stream()
                .filter(value -> !value.equals(FlagOrName.FLAG))
                .findFirst()
                .orElse(null);
    }

    /** In the form of {@code rdma} these options are flags and may stand anywhere; in ours a name follows them. */
    static final class FlagOrName implements IParameterConsumer {
        static final String FLAG = "";

        /** Twice the same flag, as in {@code -dd}, or another one behind it, as in {@code -pj}. */
        private static final Pattern CLUSTER = Pattern.compile("[dpj]");

        @Override
        public void consumeParameters(Stack<String> arguments, ArgSpec option, CommandSpec command) {
            List<String> values = option.getValue();
            boolean isName = !arguments.isEmpty() && isName(arguments.peek(), command);
            values.add(isName ? arguments.pop() : FLAG);
        }

        private static boolean isName(String word, CommandSpec command) {
            ListingCommand listing = (ListingCommand) command.userObject();
            return !word.startsWith("-")
                    && !CLUSTER.matcher(word).matches()
                    && !ListingWords.isKeyword(word, listing.kinds());
        }
    }
}
