package dev.fenestra.tools.cli;

import dev.fenestra.tools.observe.snapshot.Attach;
import dev.fenestra.tools.observe.snapshot.SnapshotException;
import dev.fenestra.tools.observe.snapshot.TracedCall;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code fenestra trace}. */
@Command(
        name = "trace",
        description = "Follows the verbs of a running program as they go through the kernel, in the manner of strace:"
            + " time, host, process, the call with its arguments, its result, and the rule that refuses it. Refusals"
            + " without a call, such as those of cards, stand between three dashes. Posts and polls go through no"
            + " kernel, so they are not seen. It ends with the program, or with Ctrl-C.",
        exitCodeList = {
            "0:the program has ended",
            "1:the output cannot be written",
            "2:bad usage, or no program listens"
        })
final class TraceCommand implements Callable<Integer> {
    private static final int ENDED = 0;

    private final Terminal terminal;

    @Option(
            names = "--attach",
            paramLabel = "SOCKET",
            description = "Looks at a running program, where it listens (Attach.listen); default: the server that runs"
                    + " here.")
    private @Nullable Path socket;

    @Option(
            names = "--host",
            paramLabel = "HOST",
            completionCandidates = Known.Hosts.class,
            description = "Only calls on this host.")
    private @Nullable String host;

    @Option(names = "--failed", description = "Only what is refused.")
    private boolean isFailed;

    @Option(
            names = {"-j", "--json"},
            description = "Prints an object of JSON a line.")
    private boolean json;

    TraceCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws SnapshotException {
        long lost = Attach.trace(SnapshotSource.attached(socket), this::show);
        if (!terminal.out().checkError()) {
            terminal.err()
                    .println("fenestra: the program has ended."
                            + (lost == 0 ? "" : " " + lost + " calls came too fast to be shown."));
        }
        return ENDED;
    }

    /** Whether somebody still reads. */
    private boolean show(TracedCall line) {
        boolean isWanted = (host == null || host.equals(line.host())) && (!isFailed || line.outcome() != null);
        if (isWanted) {
            terminal.out().println(json ? line.json() : line.text());
        }
        return !terminal.out().checkError();
    }
}
