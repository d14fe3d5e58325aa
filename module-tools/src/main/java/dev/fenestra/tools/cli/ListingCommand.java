package dev.fenestra.tools.cli;

import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.OutputException;
import dev.fenestra.tools.observe.snapshot.Listing;
import dev.fenestra.tools.observe.snapshot.ResourceFilter;
import dev.fenestra.tools.observe.snapshot.Snapshot;
import dev.fenestra.tools.observe.snapshot.SnapshotException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The common part of the commands that list parts of a snapshot. */
@Command(
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the listing was printed, be it empty",
            "1:the output cannot be written",
            "2:bad usage, or no snapshot"
        })
abstract class ListingCommand implements Callable<Integer> {
    private static final int SHOWN = 0;
    private static final int BAD_INPUT = 2;
    private static final String SHOW = "show";

    private final Terminal terminal;

    @Parameters(
            arity = "0..*",
            paramLabel = "KIND",
            description = "What to list; the word \"show\" may stand before it.")
    private List<String> words = List.of();

    @Option(
            names = {"-p", "--pid"},
            paramLabel = "PROCESS",
            description = "Only what this process has: its number or its name.")
    private @Nullable String process;

    @Option(
            names = {"-d", "--dev"},
            paramLabel = "DEVICE",
            description = "Only this device: mlx5_0, or alice:mlx5_0 where there are several hosts.")
    private @Nullable String device;

    @Option(
            names = {"-j", "--json"},
            description = "Prints JSON.")
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
    public final Integer call() throws InputException, OutputException {
        List<String> asked = new ArrayList<>(words);
        asked.remove(SHOW);
        if (asked.size() > 1 || !kinds().containsAll(asked)) {
            return fail(String.join(" ", asked) + " cannot be listed, only one of " + String.join(", ", kinds()));
        }
        ResourceFilter filter = new ResourceFilter(asked.isEmpty() ? null : asked.getFirst(), process, device);
        try {
            Snapshot snapshot = source.take();
            Listing listing = listing(snapshot, filter);
            terminal.out().print(json ? listing.json() : listing.text());
            warnings(snapshot, filter)
                    .forEach(warning -> terminal.err().println("fenestra: warning: " + warning + "."));
            return SHOWN;
        } catch (SnapshotException e) {
            return fail(e.getMessage());
        }
    }

    private int fail(@Nullable String sentence) {
        terminal.err().println("fenestra: " + sentence + ".");
        return BAD_INPUT;
    }
}
