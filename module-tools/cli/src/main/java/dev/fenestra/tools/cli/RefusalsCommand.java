package dev.fenestra.tools.cli;

import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.OutputException;
import dev.fenestra.tools.input.Shown;
import dev.fenestra.tools.observe.snapshot.HostState;
import dev.fenestra.tools.observe.snapshot.RefusalListing;
import dev.fenestra.tools.observe.snapshot.Snapshot;
import dev.fenestra.tools.observe.snapshot.SnapshotException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fenestra refusals}. */
@Command(
        name = "refusals",
        description = "Lists the last refusals of each host: the layer that refused, the rule, the violation, what it"
                + " led to, and the values that were compared. Programs of rdma-core on a server are seen like any"
                + " other.",
        exitCodeList = {
            "0:the refusals were printed, be it none",
            "1:the output cannot be written",
            "2:bad usage, or no snapshot"
        })
final class RefusalsCommand implements Callable<Integer> {
    private static final int SHOWN = 0;
    private static final long FOLLOW_MILLIS = 250;

    private final Terminal terminal;

    @Option(
            names = "--host",
            paramLabel = "HOST",
            completionCandidates = Known.Hosts.class,
            description = "Only those of this host.")
    private @Nullable String host;

    @Option(
            names = "--rule",
            paramLabel = "ID",
            completionCandidates = Known.Rules.class,
            description = "Only those by this rule.")
    private @Nullable String rule;

    @Option(
            names = {"-f", "--follow"},
            description = "Follows new ones as they come, until the program ends; not with --snapshot.")
    private boolean follow;

    @Option(
            names = {"-j", "--json"},
            description = "Prints JSON; not with --follow.")
    private boolean json;

    @Mixin
    private SnapshotSource source = new SnapshotSource();

    /** By host, the number of the last refusal that was printed. */
    private final Map<String, Long> printed = new HashMap<>();

    RefusalsCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InputException, OutputException, SnapshotException {
        if (follow && (json || !source.isRunning())) {
            throw new InputException("--follow is for a running program, and goes without --json");
        }
        Snapshot snapshot = source.take();
        List<String> hosts = snapshot.hosts().stream().map(HostState::name).toList();
        if (host != null && !hosts.contains(host)) {
            throw new InputException("there is no host " + Shown.name(host) + ", only " + String.join(", ", hosts));
        }
        show(snapshot);
        if (follow) {
            goOn();
        }
        return SHOWN;
    }

    private void show(Snapshot snapshot) {
        RefusalListing listing = RefusalListing.of(snapshot, host, rule);
        if (json) {
            terminal.out().print(listing.json());
            return;
        }
        for (RefusalListing.Row row : listing.rows()) {
            if (row.number() > printed.getOrDefault(row.host(), 0L)) {
                printed.put(row.host(), row.number());
                terminal.out().println(row.text());
            }
        }
        terminal.out().flush();
    }

    /** A program that has ended gives no more snapshots. This ends the command without an error. */
    private void goOn() throws InputException, OutputException {
        try {
            while (!terminal.out().checkError()) {
                Thread.sleep(FOLLOW_MILLIS);
                show(source.take());
            }
        } catch (SnapshotException ended) {
            terminal.err().println("fenestra: the program has ended.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
